/**
The first three of many, for a sentence that cannot name them all.

@param atMost up to this many are named all
@returns those to name, and how many more there are
*/
export const firstFew = <T>(items: readonly T[], atMost = 3): {readonly named: readonly T[]; readonly more: number} =>
	items.length <= atMost ? {named: items, more: 0} : {named: items.slice(0, 3), more: items.length - 3};
