import {failure, RequestFailure} from '../request/failure.js';
import {elementText} from './field-set.js';
import {getOrInsert} from '../../kernel/get-or-insert.js';
import type {ManagedEntry} from './managed-entry.js';

/** A field that an applier sets and another manager owns. */
export interface Conflict {
	readonly entry: ManagedEntry;
	readonly path: readonly string[];
}

const managerText = ({manager = '', operation, apiVersion, subresource}: ManagedEntry): string =>
	`${JSON.stringify(manager)}${subresource ? ` with subresource ${JSON.stringify(subresource)}` : ''}${operation === 'Update' ? ` using ${apiVersion}` : ''}`;

const pathText = (path: readonly string[]): string => path.map((element) => elementText(element)).join('');

/** The key by which upstream sorts managers. */
const identityOf = ({manager, operation, apiVersion, subresource}: ManagedEntry): string =>
	JSON.stringify({manager, operation, ...(operation === 'Update' ? {apiVersion} : {}), subresource});

/**
409 with each conflict, grouped by the owners of the fields.

@mirrors k8s.io/apimachinery/pkg/util/managedfields NewConflictError
*/
export const conflictFailure = (conflicts: readonly Conflict[]): RequestFailure => {
	const groups = new Map<string, Conflict[]>();
	for (const conflict of conflicts) {
		const id = identityOf(conflict.entry);
		getOrInsert(groups, id, () => []).push(conflict);
	}

	const sorted = [...groups].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, group]) => group);
	const [first, ...others] = conflicts;
	const what =
		first && others.length === 0
			? `1 conflict: conflict with ${managerText(first.entry)}: ${pathText(first.path)}`
			: `${conflicts.length} conflicts: ${sorted
					.flatMap((group) => [
						...group.slice(0, 1).map(({entry}) => `conflicts with ${managerText(entry)}:`),
						...group.map(({path}) => `- ${pathText(path)}`),
					])
					.join('\n')}`;
	return new RequestFailure(
		failure(409, 'Conflict', `Apply failed with ${what}`, {
			causes: sorted.flat().map(({entry, path}) => ({
				reason: 'FieldManagerConflict',
				message: `conflict with ${managerText(entry)}`,
				field: pathText(path),
			})),
		}),
	);
};
