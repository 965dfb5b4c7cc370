/** Why a finding matters, and how to mend it. */
export type Explained = readonly [why: string, mend: string];
