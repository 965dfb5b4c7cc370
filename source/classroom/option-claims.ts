import type {Claim, Option} from './format.js';
import {resourceOfWord} from './place.js';

/** The names and numbers that a claim compares with: `kube-scheduler`, `Running`, `3`. */
const namesIn = ({by, cel = '', stage, object}: Claim): ReadonlySet<string> =>
	new Set(
		[
			...(by === undefined ? [] : by.split('/')),
			...(stage === undefined ? [] : stage.split('.')),
			...(object === undefined ? [] : object.split('/')),
			...[
				...cel.matchAll(/(?:==|>=?|<=?|contains\(|startsWith\(|endsWith\(|\bin)\s*(?:'([^']+)'|"([^"]+)"|(\d+))/g),
			].map(([, single, double, number]) => single ?? double ?? number ?? ''),
		]
			.map((name) => name.replaceAll('*', ''))
			.filter((name) => /^\d+$|^.{3,}$/.test(name)),
	);

/** Whether a text has a name as a word of its own: `10` is not in `10.244.1.2`. */
const says = (text: string, name: string): boolean =>
	new RegExp(`(?<![\\w.-])${name.replaceAll(/[^\w-]/g, String.raw`\$&`)}(?![\\w-]|\\.\\d)`).test(text);

/** The options whose text names the claim of another option and not their own: the two claims are exchanged. */
export const exchangedClaims = (
	options: readonly Option[],
): ReadonlyArray<readonly [index: number, other: number, name: string]> => {
	const claimed = options.map(({if: claim}) => namesIn(claim));
	return options.flatMap(({text}, index) => {
		const own = claimed[index] ?? new Set<string>();
		if (own.size === 0 || [...own].some((name) => says(text, name))) {
			return [];
		}

		for (const [other, names] of claimed.entries()) {
			const name = [...names].find((one) => !own.has(one) && says(text, one));
			if (other !== index && name !== undefined) {
				return [[index, other, name] as const];
			}
		}

		return [];
	});
};

/** Stages of which each plug-in has its own: `scheduler.score.TaintToleration`. */
const pluginStage = /^(?:scheduler\.\w+|apiserver\.admit\.\w+)\.([A-Z]\w+)$/;

/** The plug-in that a question names, where it is decided at the stage of another one. */
export const askedPlugin = (question: string, stage = ''): string | undefined => {
	const [, decided] = pluginStage.exec(stage) ?? [];
	const named = [...question.matchAll(/\b[A-Z][a-z]+(?:[A-Z][a-z]+)+\b/g)]
		.map(([word]) => word)
		.filter((word) => resourceOfWord(word) === undefined);
	return decided === undefined || named.includes(decided) ? undefined : named[0];
};
