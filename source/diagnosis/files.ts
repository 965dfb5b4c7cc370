/** The texts of files, by path. */
export type Files = Readonly<Record<string, string>>;
