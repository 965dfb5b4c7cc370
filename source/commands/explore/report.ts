import {printable} from '../../scenario/mistake.js';
import type {LanguageName} from '../../stages/language-names.js';
import {width} from '../../screen/paint/text.js';
import {commandWords, type CommandWords} from '../words/words.js';
import {distributionOf, slicesOf, smallestWithout, type Answer, type Bar} from './distribution.js';
import {answerIn, tellingLines, type End} from './end.js';
import type {Experiment} from './experiment.js';
import type {Outcome} from './run.js';
import type {SettingValue} from './variation.js';

/** The smallest run that was found for an end. */
export interface Example {
	readonly end: End;
	readonly outcome: Outcome;
	/** File of its recording, if it was kept. */
	readonly file?: string;
}

/** The content of a report. */
export interface Results {
	readonly experiment: Experiment;
	readonly outcomes: readonly Outcome[];
	readonly ends: readonly End[];
	readonly examples: readonly Example[];
	/** The number of requested runs. */
	readonly wanted: number;
}

type Words = CommandWords['explore'];

const barColumns = 32;

const longestAnswer = 60;

const longestLine = 300;

const shortened = (text: string, most = longestAnswer): string =>
	text.length > most ? `${text.slice(0, most - 1)}…` : text;

const rounded = (number: number): string => String(Math.round(number * 100) / 100);

const bar = (count: number, most: number): string => '█'.repeat(Math.ceil((count / most) * barColumns));

/** A cell as wide as its column, its text on the left. */
const left = (text: string, columns: number): string => text + ' '.repeat(Math.max(0, columns - width(text)));

/** A cell as wide as its column, its text on the right. */
const right = (text: string, columns: number): string => ' '.repeat(Math.max(0, columns - width(text))) + text;

const columns = (rows: ReadonlyArray<readonly string[]>): readonly string[] => {
	const widths = (rows[0] ?? []).map((_, index) => Math.max(...rows.map((row) => width(row[index] ?? ''))));
	return rows.map((row) => `  ${row.map((cell, index) => right(cell, widths[index] ?? 0)).join('  ')}`.trimEnd());
};

const barRows = (bars: readonly Bar[]): readonly string[] => {
	const most = Math.max(...bars.map(({count}) => count));
	const labels = bars.map(({from, to}) =>
		rounded(from) === rounded(to) ? rounded(from) : `${rounded(from)} … ${rounded(to)}`,
	);
	const labelColumns = Math.max(...labels.map(({length}) => length));
	return bars.map(({count}, index) => `  ${labels[index]?.padStart(labelColumns)}  ${bar(count, most)} ${count}`);
};

const answersTo = ({outcomes}: Results, question: number): readonly Answer[] =>
	outcomes.map(({answers}) => answers[question]);

const settingsOf = ({outcomes}: Results, variation: number): readonly SettingValue[] =>
	outcomes.flatMap(({settings}) => settings[variation] ?? []);

/** A question, and how the answers of all runs are spread. */
const questionRows = (results: Results, question: number, words: Words, language: LanguageName): readonly string[] => {
	const {missing, spread, bars, tally} = distributionOf(answersTo(results, question));
	const most = Math.max(1, ...tally.map(([, count]) => count));
	const told = tally.map(([answer, count]) => ({answer: shortened(answerIn(language, answer)), count}));
	const answerColumns = Math.max(0, ...told.map(({answer}) => width(answer)));
	return [
		'',
		`${results.experiment.questions[question]}`,
		...(spread
			? [
					`  ${words.spread(rounded(spread.min), rounded(spread.p5), rounded(spread.median), rounded(spread.p95), rounded(spread.max))}`,
				]
			: []),
		...barRows(bars),
		...told.map(({answer, count}) => `  ${left(answer, answerColumns)}  ${bar(count, most)} ${count}`),
		...(missing > 0 ? [`  ${words.noAnswer(missing, results.outcomes.length)}`] : []),
	];
};

/** Results that should be zero: a report names the setting that achieves this. */
const unwanted: readonly string[] = ['requests lost', 'restarts', 'warnings'];

/** Rows that show the dependence of the answers on one setting. */
const variationRows = (results: Results, index: number, words: Words): readonly string[] => {
	const {experiment, outcomes} = results;
	const settings = settingsOf(results, index);
	const numeric = experiment.questions.flatMap((name, question) =>
		distributionOf(answersTo(results, question)).spread ? [{name, question}] : [],
	);
	const rows = slicesOf(settings).map(({value: setting, indexes}) => [
		setting,
		String(indexes.length),
		...numeric.flatMap(({question}) => {
			const {spread} = distributionOf(indexes.map((at) => outcomes[at]?.answers[question]));
			return spread ? [rounded(spread.median), rounded(spread.p95), rounded(spread.max)] : ['–', '–', '–'];
		}),
	]);
	const advice = numeric.flatMap(({name, question}) => {
		const found = unwanted.includes(name) ? smallestWithout(settings, answersTo(results, question)) : undefined;
		return found ? [`  ${words.smallest(name, found.value, found.runs)}`] : [];
	});
	const {value, runs, median, max} = words.heads;
	return [
		'',
		words.by(
			experiment.variations[index]?.name ?? '',
			numeric.map(({name}) => name),
		),
		...columns([[value, runs, ...numeric.flatMap(() => [median, 'p95', max])], ...rows]),
		...advice,
	];
};

/** The settings and faults of a run, in words. */
export const circumstances = ({variations}: Experiment, {settings, mishaps}: Outcome): readonly string[] => [
	...variations.map(({name}, index) => `${name}=${settings[index]}`),
	...mishaps.flat().map((words) => `--fault '${words}'`),
];

const endRows = ({experiment, outcomes, ends, examples}: Results, words: Words): readonly string[] => {
	const telling = tellingLines(
		ends,
		ends.map(({lines, indexes}) => outcomes[indexes[0] ?? 0]?.shown ?? lines),
	);
	return [
		'',
		words.ends(ends.length),
		...ends
			.toSorted((a, b) => b.indexes.length - a.indexes.length)
			.flatMap(({number, indexes}) => {
				const example = examples.find(({end}) => end.number === number);
				const seed = outcomes[indexes[0] ?? 0]?.seed;
				return [
					`  ${words.end(number, indexes.length, outcomes.length, (telling[number - 1] ?? []).map((line) => shortened(line, longestLine)).join('; '))}`,
					...(example
						? [
								`     ${words.example(example.outcome.seed, example.outcome.stops, example.file)}`,
								...circumstances(experiment, example.outcome).map((line) => `       ${line}`),
							]
						: [`     ${words.firstSeed(seed)}`]),
				];
			}),
	];
};

const mostBroken = 10;

/** Runs with a forbidden state, each with the command that repeats it. */
const brokenRows = ({outcomes}: Results, repeat: (seed: number) => string, words: Words): readonly string[] => {
	const broken = outcomes.filter((outcome) => outcome.broken.length > 0);
	return broken.length === 0
		? []
		: [
				'',
				words.broken(broken.length, outcomes.length),
				...broken
					.slice(0, mostBroken)
					.flatMap((outcome) => [`  ${repeat(outcome.seed)}`, ...outcome.broken.map((line) => `    ${line}`)]),
			];
};

/** The results, as text. @param repeat the command that repeats the run of a seed */
export const reportText = (results: Results, repeat: (seed: number) => string, language: LanguageName): string => {
	const words = commandWords(language).explore;
	const {experiment, outcomes} = results;
	const stops = outcomes.reduce((sum, outcome) => sum + outcome.stops, 0);
	return `${[
		words.head(outcomes.length, stops, results.wanted - outcomes.length),
		...experiment.questions.flatMap((_, index) => questionRows(results, index, words, language)),
		...experiment.variations.flatMap((_, index) => variationRows(results, index, words)),
		...endRows(results, words),
		...brokenRows(results, repeat, words),
	]
		.map(printable)
		.join('\n')}\n`;
};

const named = (names: readonly string[], values: ReadonlyArray<Answer>) =>
	Object.fromEntries(names.map((name, index) => [name, values[index] ?? null]));

/** One run, for a program. */
export const runRecord = ({questions, variations}: Experiment, outcome: Outcome, end: number) => ({
	seed: outcome.seed,
	settings: named(
		variations.map(({name}) => name),
		outcome.settings,
	),
	faults: outcome.mishaps.flat(),
	verdict: outcome.verdict,
	answers: named(questions, outcome.answers),
	end,
	broken: outcome.broken,
	stops: outcome.stops,
});

/** All runs together, for a program. */
export const summaryRecord = (results: Results) => {
	const {experiment, outcomes, ends, examples, wanted} = results;
	return {
		runs: outcomes.length,
		interrupted: outcomes.length < wanted,
		questions: Object.fromEntries(
			experiment.questions.map((name, index) => [name, distributionOf(answersTo(results, index))]),
		),
		ends: ends.map(({number, lines, indexes}) => {
			const example = examples.find(({end}) => end.number === number);
			return {
				end: number,
				runs: indexes.length,
				lines,
				...(example
					? {smallest: {...runRecord(experiment, example.outcome, number), recording: example.file ?? null}}
					: {}),
			};
		}),
	};
};
