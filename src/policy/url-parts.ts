/** Cuts a source's address at its names in braces. Pure. */

/** Text and names alternate, beginning and ending with text: `http://a/{b}` is `["http://a/", "b", ""]`. */
export const splitUrl = (url: string): readonly string[] => url.split(/\{([^{}]*)\}/);

/** The names in braces, in order. */
export const namesInUrl = (url: string): readonly string[] => splitUrl(url).filter((_, index) => index % 2 === 1);
