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

/** The options whose text matches the claim of another option instead of their own: the two claims are swapped. */
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

/** The number at the beginning of a text: a count, or a time in milliseconds. */
const numberAtFirst = (text: string, isTimed: boolean): number | undefined => {
	const [, digits, unit] = /^(\d+(?:\.\d+)?)(?:\s(ms|s|min)\b)?(?![\w.])/.exec(text) ?? [];
	const factor = {ms: 1, s: 1000, min: 60_000}[unit ?? ''];
	return digits === undefined || (factor !== undefined) !== isTimed ? undefined : Number(digits) * (factor ?? 1);
};

const comparisons: Readonly<Record<string, (said: number, claimed: number) => boolean>> = {
	'==': (said, claimed) => said === claimed,
	'>=': (said, claimed) => said >= claimed,
	'<=': (said, claimed) => said <= claimed,
	'>': (said, claimed) => said > claimed,
	'<': (said, claimed) => said < claimed,
};

/** Whether an option says a number first, and its claim compares one value with numbers that exclude it. */
export const contradictsItself = ({text, if: {cel}}: Option): boolean => {
	const parts = (cel ?? '').split('&&').map((part) => /^\s*([^<>=!]+?)\s*(==|[<>]=?)\s*(\d+)\s*$/.exec(part));
	const [value = ''] = parts.map((part) => part?.[1] ?? '');
	const said = numberAtFirst(text, /(?:Ms|\btime)$/.test(value));
	return (
		said !== undefined &&
		parts.every((part) => part?.[1] === value) &&
		!parts.every((part) => comparisons[part?.[2] ?? '']?.(said, Number(part?.[3])))
	);
};

/** The fields that a condition reads, as the state pane names them: `object.status.phase` is `status.phase`. Fields that only identify an object are left out. */
export const fieldsRead = (cel: string, root: 'object' | 'facts'): readonly string[] =>
	[...cel.matchAll(new RegExp(`\\b${root}((?:\\.\\w+(?!\\w*\\()|\\[\\d+\\]|\\["[^"]+"\\])+)`, 'g'))]
		.map(([, path = '']) => path.slice(1))
		.filter((path) => !/^(?:kind|apiVersion|metadata\.(?:name|namespace|uid|labels))\b/.test(path));

const partsOf = (field: string): readonly string[] => field.split(/[.[\]"']+/).filter((part) => part !== '');

/** Whether a condition reads other fields of the same part of an object, but not this one. */
export const isBeside = (field: string, cel: string): boolean => {
	const shown = partsOf(field);
	const read = fieldsRead(cel, 'object').map((path) => partsOf(path));
	const sharesAll = (parts: readonly string[], length: number): boolean =>
		shown.slice(0, length).every((part, index) => part === parts[index]);
	return (
		shown.length > 2 &&
		read.some((parts) => parts.length >= shown.length && sharesAll(parts, shown.length - 1)) &&
		!read.some((parts) => sharesAll(parts, Math.min(shown.length, parts.length)))
	);
};

/** Stages that exist once per plug-in: `scheduler.score.TaintToleration`. */
const pluginStage = /^(?:scheduler\.\w+|apiserver\.admit\.\w+)\.([A-Z]\w+)$/;

/** The plug-in that a question names, where it is decided at the stage of another one. */
export const askedPlugin = (question: string, stage = ''): string | undefined => {
	const [, decided] = pluginStage.exec(stage) ?? [];
	const named = [...question.matchAll(/\b[A-Z][a-z]+(?:[A-Z][a-z]+)+\b/g)]
		.map(([word]) => word)
		.filter((word) => resourceOfWord(word) === undefined);
	return decided === undefined || named.includes(decided) ? undefined : named[0];
};

/** The number of the run that all options of a question compare: `facts.weighted[0]`. `undefined` where they differ in more. */
export const comparedNumber = (options: readonly Option[]): string | undefined => {
	const compared = options.map(({if: {cel = '', by, stage}}) =>
		(by ?? stage) === undefined ? /^(facts(?:\.\w+|\[\d+\])+) == \d+$/.exec(cel.trim())?.[1] : undefined,
	);
	return new Set(compared).size === 1 ? compared[0] : undefined;
};
