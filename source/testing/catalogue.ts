/** Sample arguments: a list of two names, which can also be read as a text and is neither zero nor one; small numbers; `undefined`. */
const samples: ReadonlyArray<readonly unknown[]> = [['n1', 'n2'], 2, 5, 1, 0, 'n1', undefined].map((one) =>
	Array.from({length: 8}, () => one),
);

const called = (say: (...words: readonly never[]) => unknown, sample: readonly unknown[]): string => {
	try {
		return String(Reflect.apply(say, undefined, sample));
	} catch {
		// Not written for such an argument.
		return '';
	}
};

/** A text of a catalogue by its path, including the results of functions for each sample; `''` without a result. */
export const textsOf = (value: unknown, path = ''): ReadonlyArray<readonly [path: string, texts: readonly string[]]> =>
	typeof value === 'string'
		? [[path, [value]]]
		: typeof value === 'function'
			? [[path, samples.map((sample) => called((...words) => Reflect.apply(value, undefined, words), sample))]]
			: value && typeof value === 'object'
				? Object.entries(value).flatMap(([key, inner]) => textsOf(inner, path === '' ? key : `${path}.${key}`))
				: [];

const englishWord =
	/(?<![-\w.:/`"])(?:the|is|are|was|were|it|its|has|have|this|that|these|not|no|which|with|and|or|of|on|in|by|from|to|for|does|nothing|here|what|more|there|at|goes|shows)(?![-\w.:/`"=])/gi;

/** Whether a text has words that only English sentences have; commands, fields and messages of Kubernetes have at most one. */
export const isEnglish = (text: string): boolean => [...text.matchAll(englishWord)].length > 1;

/**
The missing parts of a catalogue's translation: texts equal to the original or to English, or without its names and numbers.

@param same paths of texts, or of groups of texts, that may be equal
*/
export const untranslated = (
	original: unknown,
	translation: unknown,
	same: readonly string[] = [],
): readonly string[] => {
	const translated = new Map(textsOf(translation));
	return textsOf(original).flatMap(([path, texts]) => {
		const own = translated.get(path) ?? [];
		const isWrong = (text: string, index: number): boolean => {
			const other = own[index] ?? '';
			const marks = text.match(/n[12]/g) ?? [];
			return text !== '' && (other === text || isEnglish(other) || marks.some((mark) => !other.includes(mark)));
		};
		const isSame = same.some((one) => path === one || path.startsWith(`${one}.`));
		return texts.some(isWrong) && !isSame ? [path] : [];
	});
};
