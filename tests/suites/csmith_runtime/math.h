/* Programs of csmith with floats include it, and call nothing of it. */
