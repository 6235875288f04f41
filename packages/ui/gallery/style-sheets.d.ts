/** Style sheets are taken in for what they do to the page. */
declare module "*.css";
