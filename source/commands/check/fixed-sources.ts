import {existsSync} from 'node:fs';
import {editPlace} from './outputs/edit-lines.js';
import {pathInOutput} from './fingerprint.js';
import {editsFor, fixedFiles, mendable, writeFixes, type FixedFile} from './fix.js';
import type {CheckFlags} from './flags.js';
import {readTextFile} from '../../scenario/read-text-file.js';
import {allFindings, counting, isAsHeavyAs, type Finding, type Report} from './report.js';

/** The fixes of what another program has rendered. */
export interface FixedSources {
	/** The user's files whose own lines the fixes change. */
	readonly fixed: readonly FixedFile[];
	/** The fixes that `fixed` contains. */
	readonly findings: readonly Finding[];
	/** Fixes that need the user's hand: the finding, and the place of the first such line. */
	readonly byHand: ReadonlyArray<{readonly id: string; readonly place: string}>;
}

const mostCharacters = 10 * 1024 * 1024;

/** The fixes of rendered files, as changes of the user's files. @param known files that are mended already */
const fixedSources = (report: Report, known: ReadonlySet<string>): FixedSources => {
	const findings = mendable(report).filter((finding) =>
		editsFor(finding).some(({rendered, source}) => rendered ?? source),
	);
	const isExact = (finding: Finding): boolean =>
		editsFor(finding).every(({rendered, file}) => rendered !== undefined && !known.has(file) && existsSync(file));
	const exact = findings.filter((finding) => isExact(finding));
	const names = new Set(exact.flatMap((finding) => editsFor(finding).map(({file}) => file)));
	const files = [...names].map((file) => ({file, text: readTextFile(file, mostCharacters), isFound: false}));
	return {
		fixed: fixedFiles(report, files, isExact),
		findings: exact,
		byHand: findings
			.filter((finding) => !isExact(finding))
			.map((finding) => {
				const [first] = editsFor(finding);
				const edit = editsFor(finding).find(({source}) => source) ?? first;
				return {id: finding.id, place: edit ? editPlace(edit, pathInOutput) : ''};
			}),
	};
};

const keyOf = ({id, object, places: [place]}: Finding): string => [id, object, place?.file].join('\n');

const heavy = (report: Report): readonly Finding[] =>
	counting(allFindings(report)).filter(({severity}) => isAsHeavyAs(severity, 'warning'));

/** Whether a report is better than the one before: a mended finding is gone, and there are no more findings than before. */
const isBetter = (before: Report, after: Report, mended: readonly Finding[]): boolean => {
	const left = new Set(heavy(after).map((finding) => keyOf(finding)));
	return heavy(after).length <= heavy(before).length && mended.some((finding) => !left.has(keyOf(finding)));
};

/** The fixes of rendered files. */
export const sourcesToFix = (
	{fix, kustomize = [], helm = []}: CheckFlags,
	report: Report,
	fixed: readonly FixedFile[],
): FixedSources => {
	if (fix === undefined || report.isInterrupted || kustomize.length + helm.length === 0) {
		return {fixed: [], findings: [], byHand: []};
	}

	return fixedSources(report, new Set(fixed.map(({file}) => file)));
};

/** Renders mended files and checks the output. If it has not improved, or the program fails, the files get their old texts. @returns the report if it is better */
export const renderedAgain = async (
	{fixed, findings}: FixedSources,
	before: Report,
	check: () => Promise<Report>,
): Promise<Report | undefined> => {
	let after: Report | undefined;
	try {
		after = await check();
	} finally {
		if (!after || !isBetter(before, after, findings)) {
			writeFixes(fixed.map((one) => ({...one, before: one.after, after: one.before})));
			after = undefined;
		}
	}

	return after;
};
