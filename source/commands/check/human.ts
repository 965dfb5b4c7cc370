import {printable} from '../../scenario/mistake.js';
import type {Language} from '../../stages/language.js';
import {simulatedMinor, versionText} from '../../objects/versions/kubernetes-version.js';
import {fixLines} from '../explanation-lines.js';
import {linesIn, notesIn} from '../mistakes/translate.js';
import {width} from '../../screen/paint/text.js';
import {wrapWords} from '../wrap-words.js';
import {commandWords, type CommandWords} from '../words/words.js';
import {entryOf, titleOf} from './catalogue/catalogue.js';
import {
	counting,
	fails,
	findingsIn,
	heaviest,
	isAsHeavyAs,
	type CheckedFile,
	type CheckedObject,
	type Finding,
	type Report,
} from './report.js';
import type {Severity} from './catalogue/entry.js';
import type {Folded} from './folded.js';

/** The options of a report for people. */
export interface HumanLook {
	readonly words: CommandWords['check'];
	readonly language: Language;
	readonly columns: number;
	readonly colours: boolean;
	/** Plain characters only. */
	readonly ascii?: boolean;
	/** Whether to print only errors. */
	readonly quiet?: boolean;
	/** Causes and stops too. */
	readonly verbose?: boolean;
	/** The lightest severity that fails the check; by default, an error. */
	readonly failOn?: Severity;
	/** The assumptions that are said once for several objects. */
	readonly folded?: Folded;
}

type Paint = (text: string, colour: 'red' | 'green' | 'yellow' | 'dim' | 'bold') => string;

const codes = {red: 31, green: 32, yellow: 33, dim: 2, bold: 1} as const;

const paintOf = ({colours}: HumanLook): Paint =>
	colours ? (text, colour) => `\u001B[${codes[colour]}m${text}\u001B[0m` : (text) => text;

const signs = {
	marks: {error: '✗', warning: '!', assumed: '!', note: '·', well: '✓'},
	plain: {error: 'x', warning: '!', assumed: '!', note: '-', well: '+'},
} as const;

const colourOf = (severity: Severity | undefined) => {
	if (severity === 'error') {
		return 'red';
	}

	if (severity === 'warning' || severity === 'assumed') {
		return 'yellow';
	}

	if (severity === undefined) {
		return 'green';
	}

	return 'dim';
};

const markOf = (severity: Severity | undefined, look: HumanLook): string =>
	paintOf(look)(signs[look.ascii ? 'plain' : 'marks'][severity ?? 'well'], colourOf(severity));

const indent = '    ';

/** Text in columns behind a label. */
const labelled = (label: string, lines: readonly string[], look: HumanLook): readonly string[] => {
	const columns = Math.max(...Object.values(look.words.labels).map((word) => width(word)));
	return lines.map((line, index) => {
		const shown = index === 0 ? label : '';
		return `${indent}${paintOf(look)(`${shown}${' '.repeat(columns - width(shown))}`, 'dim')} ${line}`;
	});
};

/** The columns beside the labels. */
const columnsOf = ({columns}: HumanLook): number => Math.max(30, columns - 14);

/** A text without the middle of its very long words: a refused value may have a million characters, and its message repeats it. */
const shortened = (text: string): string =>
	text.replaceAll(/\S{401,}/g, (word) => `${word.slice(0, 200)}…${word.slice(-200)}`);

const wrapped = (text: string, look: HumanLook): readonly string[] =>
	shortened(text)
		.split('\n')
		.flatMap((line) => wrapWords(printable(line), columnsOf(look)));

/** The program's own words about an unreadable file, an assumption or a version, in the reader's language; those of Kubernetes stay. */
const inWords = ({id}: Finding, text: string, {language}: HumanLook): string =>
	id === 'W001' ? linesIn(language, text) : notesIn(language, text);

const findingLines = (finding: Finding, look: HumanLook): readonly string[] => {
	const {places, reason, advice, fixes, stop, causes, debug, severity} = finding;
	const {labels} = look.words;
	const [place] = places;
	return [
		`${indent}${markOf(severity, look)} ${paintOf(look)(titleOf(finding), 'bold')}`,
		...labelled(labels.says, wrapped(inWords(finding, reason, look), look), look),
		...labelled(
			labels.at,
			places.map(({file, line, column, field, rendered}) =>
				printable(
					`${file}:${line}:${column}${field === undefined ? '' : `  ${field}`}${rendered ? `  (${rendered.file}:${rendered.line})` : ''}`,
				),
			),
			look,
		),
		...(look.verbose && stop ? labelled(labels.where, wrapped(`${stop.stage}: ${stop.says}`, look), look) : []),
		...(look.verbose
			? labelled(
					labels.because,
					causes.flatMap((cause) => wrapped(cause, look)),
					look,
				)
			: []),
		...labelled(
			labels.advice,
			advice.flatMap((one) => wrapped(inWords(finding, one, look), look)),
			look,
		),
		...fixes
			.slice(0, look.verbose ? undefined : 1)
			.flatMap((fix) =>
				labelled(
					labels.fix,
					[...proofLines(fix, look), ...fixLines(fix, look.language, place, columnsOf(look)).map(printable)],
					look,
				),
			),
		...(debug === undefined || severity === 'note' || severity === 'assumed'
			? []
			: labelled(labels.debug, [debug], look)),
	];
};

/** Says of a fix that it was not tried, because the tests of other fixes have used up the budget. */
const proofLines = ({proof}: Finding['fixes'][number], {language}: HumanLook): readonly string[] =>
	proof === 'untested' ? [`(${commandWords(language).explanation.untested})`] : [];

/** The shown findings; in the short form, the errors and those that fail the check. Assumptions and notes are one line each. */
const shown = (findings: readonly Finding[], {quiet, failOn = 'error'}: HumanLook): readonly Finding[] =>
	counting(findings).filter(
		({severity}) => !quiet || isAsHeavyAs(severity, 'warning') || isAsHeavyAs(severity, failOn),
	);

/** The most objects of an assumption that are named. */
const mostNamed = 3;

const briefLine = (finding: Finding, look: HumanLook): string => {
	const names = look.folded?.get(finding)?.objects ?? [];
	const says = printable(inWords(finding, finding.reason, look).replaceAll(/\s+/g, ' ').trim());
	const of =
		names.length > 1
			? ` ${look.words.ofObjects(names.slice(0, mostNamed), Math.max(0, names.length - mostNamed))}`
			: '';
	return `${indent}${markOf(finding.severity, look)} ${titleOf(finding)}  ${says}${printable(of)}`;
};

/** Whether an earlier line says the same assumption. */
const isRepeated = (finding: Finding, {folded, verbose}: HumanLook): boolean =>
	verbose !== true && (folded?.get(finding)?.isRepeat ?? false);

const linesOf = (findings: readonly Finding[], look: HumanLook): readonly string[] =>
	findings
		.filter((finding) => !isRepeated(finding, look))
		.flatMap((finding) =>
			isAsHeavyAs(finding.severity, 'warning') || look.verbose
				? findingLines(finding, look)
				: [briefLine(finding, look)],
		);

/** A mark for each version of Kubernetes. */
const versionMarks = (versions: NonNullable<CheckedObject['versions']>, look: HumanLook): string =>
	Object.entries(versions)
		.map(
			([version, verdict]) =>
				`${version} ${verdict === 'unknown' ? '?' : markOf(verdict === 'done' ? undefined : verdict, look)}`,
		)
		.join('  ');

const objectLines = (object: CheckedObject, look: HumanLook): readonly string[] => {
	const found = shown(object.findings, look);
	// An object that does not work is not marked as well, even where its findings are ignored or in the baseline.
	const severity = heaviest(object.findings) ?? (object.isDone ? undefined : 'note');
	const says = object.versions ? versionMarks(object.versions, look) : paintOf(look)(printable(object.words), 'dim');
	return look.quiet && found.length === 0
		? []
		: [`  ${markOf(severity, look)} ${printable(object.name)}  ${says}`, ...linesOf(found, look)];
};

/** The number of a file's objects that are listed one by one when a limit ended their run. */
const mostCut = 3;

const isCut = ({findings}: CheckedObject): boolean => findings.some(({id}) => id === 'W091');

/** The objects of a file; objects that a limit cut short have the same message, so most of them are only counted. */
const allObjectLines = (objects: readonly CheckedObject[], look: HumanLook): readonly string[] => {
	const counted = new Set(look.verbose ? [] : objects.filter(isCut).slice(mostCut));
	const mark = markOf(heaviest([...counted].flatMap(({findings}) => findings)), look);
	return [
		...objects.flatMap((object) => (counted.has(object) ? [] : objectLines(object, look))),
		...(counted.size === 0 ? [] : [`  ${mark} ${look.words.moreCut(counted.size, titleOf(entryOf('W091')))}`]),
	];
};

/** A file, its objects and their findings. */
export const fileLines = (file: CheckedFile, look: HumanLook): readonly string[] => {
	const severity = heaviest(findingsIn(file));
	const objects = allObjectLines(file.objects, look);
	const own = linesOf(shown(file.findings, look), look);
	return look.quiet && objects.length + own.length === 0
		? []
		: [`${markOf(severity, look)} ${paintOf(look)(printable(file.file), 'bold')}`, ...objects, ...own];
};

/** The overall severity of a report; one without a result for any file is not a success. */
const overall = (
	{files, isInterrupted}: Pick<Report, 'files' | 'isInterrupted'>,
	failOn: Severity = 'error',
): Severity | undefined => {
	if (fails({files}, failOn)) {
		return 'error';
	}

	const found = heaviest(files.flatMap(findingsIn));
	if ((isInterrupted || files.length === 0) && !isAsHeavyAs(found ?? 'note', 'assumed')) {
		return 'warning';
	}

	return found === 'note' ? undefined : found;
};

/** The end of a report: counts, and the time that it took. */
export const summaryLines = (
	{files, skipped, isInterrupted, reached, seconds, versions}: Report,
	look: HumanLook,
): readonly string[] => {
	const {words} = look;
	const all = files.flatMap(findingsIn);
	const count = (severity: Severity): number =>
		counting(all).filter((finding) => finding.severity === severity && !isRepeated(finding, look)).length;
	const objects = files.reduce((sum, file) => sum + file.objects.length, 0);
	const ignored = all.filter((finding) => finding.ignored !== undefined).length;
	const known = all.filter((finding) => finding.isKnown).length;
	const parts = [
		words.counted(files.length, objects),
		...(['error', 'warning', 'assumed', 'note'] as const).flatMap((severity) => {
			const number = count(severity);
			return number === 0 ? [] : [paintOf(look)(words.severities[severity](number), colourOf(severity))];
		}),
		...(ignored > 0 ? [words.ignored(ignored)] : []),
		...(known > 0 ? [words.known(known)] : []),
		...(skipped.length > 0 ? [words.skipped(skipped.length)] : []),
		words.seconds(seconds.toFixed(1)),
	];
	return [
		...(isInterrupted ? [words.interrupted(reached)] : []),
		...(look.quiet || versions === undefined || versions.join(' ') === versionText(simulatedMinor)
			? []
			: [paintOf(look)(words.versions(`${versions[0]}${versions.length > 1 ? ` to ${versions.at(-1)}` : ''}`), 'dim')]),
		...(look.verbose
			? skipped.map(
					({file, why, remedy}) =>
						`${words.skippedFile} ${printable(file)}: ${why === 'unreadable' && remedy !== undefined ? linesIn(look.language, remedy) : words.why[why]}`,
				)
			: []),
		`${markOf(overall({files, isInterrupted}, look.failOn), look)} ${parts.join(words.comma)}`,
	];
};
