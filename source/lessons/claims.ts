/** Ids of what the course must show, as the lessons name them in `claims`. */
export const claims: readonly string[] = [
	...ids('K', 8),
	...ids('A', 9),
	...ids('E', 5),
	...ids('C', 8),
	...ids('S', 5),
	...ids('L', 16),
	...ids('N', 7),
	...ids('D', 2),
	...ids('W', 3),
];

function ids(letter: string, count: number): string[] {
	return Array.from({length: count}, (_, index) => `${letter}${index + 1}`);
}
