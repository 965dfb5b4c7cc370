/** What changed where nothing may: shown below the refusal. */
export const specDiff = (_old: unknown, _now: unknown, _type: string): string => '';
