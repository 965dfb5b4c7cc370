/** A mistake that is planted in the compiled program: a change of one place in one module. */
export interface Mutant {
	/** The wrong behaviour in a few words; `--mutant` searches them. */
	readonly mistake: string;
	/** The module, below the folder of the compiled program. Its first folder is the room. */
	readonly file: string;
	/** This text, which the module has once. */
	readonly from: string;
	readonly to: string;
	/** Seeds of the campaign that find it, or numbers of worlds in which it acts; tried first. */
	readonly seeds?: readonly number[];
	/** Tests that find it, as paths of compiled files; tried when no seed finds it. */
	readonly tests?: readonly string[];
	/** The rule that finds it, where the mutant is the proof that this rule can fail. */
	readonly rule?: string;
}

/** The room of a mutant. */
export const roomOf = ({file}: Mutant): string => file.split('/')[0] ?? file;
