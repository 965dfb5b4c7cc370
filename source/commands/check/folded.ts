import {getOrInsert} from '../../kernel/get-or-insert.js';
import {counting, findingsIn, type CheckedFile, type Finding} from './report.js';

/** An assumption that several findings make. */
export interface Fold {
	/** Whether an earlier finding says it. */
	readonly isRepeat: boolean;
	/** The objects that rest on it, as far as they have names. */
	readonly objects: readonly string[];
}

/** The assumptions of a report that more than one finding makes. */
export type Folded = ReadonlyMap<Finding, Fold>;

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
			.flatMap((group) => {
				const objects = [...new Set(group.map(({object}) => object).filter((name) => name !== ''))];
				return group.map((finding, index): [Finding, Fold] => [finding, {isRepeat: index > 0, objects}]);
			}),
	);
};
