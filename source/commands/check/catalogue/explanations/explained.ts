/** Why a finding matters, and how to repair it. */
export type Explained = readonly [why: string, mend: string];
