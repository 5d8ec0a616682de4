#!/bin/sh
# Runs a command with the CUDA toolkit out of sight: its folders are empty, ptxas and nvcc of $PATH cannot be run.
#   without_cuda.sh COMMAND...      exit status: the command's; 77 when this place allows no mounts (no root, no user namespaces)
if unshare -m true 2>/dev/null; then space="unshare -m"
elif unshare -rm true 2>/dev/null; then space="unshare -rm"
else echo "without_cuda.sh: no mount namespace here" >&2; exit 77
fi
unset CUDA_HOME CUDA_PATH
exec $space sh -c '
for folder in /usr/local/cuda /usr/local/cuda-* /opt/cuda; do
  [ -d "$folder" ] && [ ! -L "$folder" ] && { mount -t tmpfs none "$folder" || exit 77; }
done
IFS=:
for folder in $PATH; do
  for tool in ptxas nvcc cicc nvlink cuobjdump nvdisasm; do
    [ -e "$folder/$tool" ] && { mount --bind /dev/null "$folder/$tool" || exit 77; }
  done
done
unset IFS
exec "$@"' sh "$@"
