import {getOrInsert} from '../../kernel/get-or-insert.js';
import {counting, findingsIn, type CheckedFile, type Finding} from './report.js';

/** The assumptions of a report, each once: the objects of its first finding, and no objects for those that repeat it. */
export type Folded = ReadonlyMap<Finding, readonly string[]>;

/** Folds assumptions with the same words: a report for people says them once, with all objects that rest on them. */
export const foldedIn = (files: readonly CheckedFile[]): Folded => {
	const groups = new Map<string, Finding[]>();
	for (const finding of counting(files.flatMap(findingsIn))) {
		if (finding.severity === 'assumed') {
			getOrInsert(groups, `${finding.id} ${finding.reason}`, (): Finding[] => []).push(finding);
		}
	}

	return new Map(
		[...groups.values()]
			.filter(({length}) => length > 1)
			.flatMap((group) =>
				group.map((finding, index): [Finding, readonly string[]] => [
					finding,
					index > 0 ? [] : [...new Set(group.map(({object}) => object).filter((name) => name !== ''))],
				]),
			),
	);
};
