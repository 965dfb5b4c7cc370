/** A mistake that is planted in the compiled program: a change of one place in one module. */
export interface Mutant {
	/** The wrong behaviour in a few words; `--mutant` searches them. */
	readonly mistake: string;
	/** The module, below the folder of the compiled program. Its first folder is the room. */
	readonly file: string;
	/** This text, which the module has once. */
	readonly from: string;
	readonly to: string;
	/** Seeds of the campaign that find it; tried first. */
	readonly seeds?: readonly number[];
	/** Names of stories in whose worlds it acts; their first seeds are tried first. */
	readonly stories?: readonly string[];
	/** Tests that find it, as paths of compiled files; tried when no seed finds it. */
	readonly tests?: readonly string[];
}

/** The room of a mutant. */
export const roomOf = ({file}: Mutant): string => file.split('/')[0] ?? file;

/** Mistakes in one module, each with its words, the text and its replacement. */
export const mutantsOf = (
	file: string,
	where: Pick<Mutant, 'seeds' | 'stories' | 'tests'>,
	changes: ReadonlyArray<readonly [mistake: string, from: string, to: string]>,
): readonly Mutant[] => changes.map(([mistake, from, to]) => ({mistake, file, from, to, ...where}));
