export { archiveProduct, unarchiveProduct } from "./archive-product.ts";
export { createProduct } from "./create-product.ts";
export { getProduct, listProducts } from "./read-products.ts";
export { updateProduct } from "./update-product.ts";
