/** Whether the reader prefers reduced motion. */
export const isStill = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;
