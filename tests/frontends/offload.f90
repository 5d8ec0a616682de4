! Fortran with OpenMP for nvptx64.
subroutine axpy(y, x, a, n)
  real :: y(n), x(n), a
  integer :: n, i
  !$omp target teams distribute parallel do map(tofrom: y) map(to: x)
  do i = 1, n
    y(i) = a * x(i) + y(i)
  end do
end subroutine
