import type {ScenarioFile} from '../../scenario/scenario-file.js';

/** The result of a page of the Kubernetes documentation that was played as written. */
export interface PageResult {
	/** Its path below `docs/`. */
	readonly page: string;
	/** Commands of the page that reach a cluster. */
	readonly commands: number;
	/** The plays whose output equals the page's, apart from ages, addresses, versions and random names. */
	readonly equal: number;
	/** Why other plays differ, or why the page is left out. */
	readonly why?: string;
}

/** The commands of a page with own manifests, and the outcome that the page describes. */
export interface PagePlay {
	readonly page: string;
	readonly scenario?: ScenarioFile;
	/** Manifests and other files by path. */
	readonly files?: Readonly<Record<string, string>>;
	/**
	Line by line: `$ get pods` runs kubectl, `> text` is in its output (any run of white space counts as one space), `! text` is not. `< line` is a line of
	its standard input, `exit 1` is its exit code, `= NAME` stores its output as `$NAME`, `~ 30` lets seconds pass.
	*/
	readonly steps: string;
}

/** One command of a play. */
export interface PlayStep {
	readonly command: string;
	/** Seconds that pass before it. */
	readonly afterSeconds: number;
	readonly prints: readonly string[];
	readonly lacks: readonly string[];
	readonly stdin: readonly string[];
	readonly exit: number;
	readonly takes: string | undefined;
}

/** The steps of a play. @throws {Error} for a line that is not of the form. */
export const stepsOf = ({page, steps}: PagePlay): readonly PlayStep[] => {
	const found: PlayStep[] = [];
	let afterSeconds = 0;
	const change = (part: (last: PlayStep) => Partial<PlayStep>): void => {
		const last = found.pop();
		if (!last) {
			throw new Error(`${page}: the first line is a command`);
		}

		found.push({...last, ...part(last)});
	};

	for (const line of steps.trim().split('\n')) {
		const [, mark = '', text = ''] = /^\s*([$>!<=~]|exit) ?(.*)$/.exec(line) ?? [];
		switch (mark) {
			case '$': {
				found.push({command: text, afterSeconds, prints: [], lacks: [], stdin: [], exit: 0, takes: undefined});
				afterSeconds = 0;
				break;
			}

			case '>': {
				change(({prints}) => ({prints: [...prints, text]}));
				break;
			}

			case '!': {
				change(({lacks}) => ({lacks: [...lacks, text]}));
				break;
			}

			case '<': {
				change(({stdin}) => ({stdin: [...stdin, text]}));
				break;
			}

			case '=': {
				change(() => ({takes: text}));
				break;
			}

			case 'exit': {
				change(() => ({exit: Number(text)}));
				break;
			}

			case '~': {
				afterSeconds += Number(text);
				break;
			}

			default: {
				throw new Error(`${page}: this line is not of the form: ${line}`);
			}
		}
	}

	return found;
};
