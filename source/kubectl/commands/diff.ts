import {note, type Routine} from '../../kernel/routine.js';
import {printYaml} from '../../objects/yaml.js';
import {CommandFailure, usageFailure} from '../failure.js';
import {loadManifests} from '../manifests.js';
import {objectName} from '../output.js';
import {keyOf, type Session} from '../session.js';
import {withValue, type Unstructured} from '../unstructured.js';
import {patchFor, patchTypeOf, withLastApplied} from './apply.js';

/** Lines of two texts side by side as `diff -u` prints them. */
export const unifiedDiff = (before: readonly string[], after: readonly string[], context = 3): string[] => {
	const lengths = Array.from({length: before.length + 1}, () => new Uint32Array(after.length + 1));
	for (let i = before.length - 1; i >= 0; i--) {
		for (let j = after.length - 1; j >= 0; j--) {
			lengths[i][j] =
				before[i] === after[j] ? lengths[i + 1][j + 1] + 1 : Math.max(lengths[i + 1][j], lengths[i][j + 1]);
		}
	}

	const edits: Array<{sign: string; line: string; i: number; j: number}> = [];
	let [i, j] = [0, 0];
	while (i < before.length || j < after.length) {
		if (i < before.length && j < after.length && before[i] === after[j]) {
			edits.push({sign: ' ', line: before[i], i: i++, j: j++});
		} else if (i < before.length && (j >= after.length || lengths[i + 1][j] >= lengths[i][j + 1])) {
			edits.push({sign: '-', line: before[i], i: i++, j});
		} else {
			edits.push({sign: '+', line: after[j], i, j: j++});
		}
	}

	const output: string[] = [];
	for (let at = 0; at < edits.length; at++) {
		if (edits[at].sign === ' ') {
			continue;
		}

		const from = Math.max(0, at - context);
		let to = at;
		for (let quiet = 0; to < edits.length && quiet <= 2 * context; to++) {
			quiet = edits[to].sign === ' ' ? quiet + 1 : 0;
		}

		let last = to - 1;
		while (last > at && edits[last].sign === ' ') {
			last--;
		}

		const hunk = edits.slice(from, Math.min(edits.length, last + 1 + context));
		const count = (sign: string) => hunk.filter((edit) => edit.sign !== sign).length;
		const [olds, news] = [count('+'), count('-')];
		const range = (start: number, length: number) =>
			length === 1 ? `${start + 1}` : `${length === 0 ? start : start + 1},${length}`;
		output.push(
			`@@ -${range(hunk[0].i, olds)} +${range(hunk[0].j, news)} @@`,
			...hunk.map(({sign, line}) => `${sign}${line}`),
		);
		at = from + hunk.length - 1;
	}

	return output;
};

const linesOf = (object: Unstructured | undefined): string[] =>
	object
		? printYaml(withValue(object, ['metadata', 'managedFields'], undefined))
				.replace(/\n$/, '')
				.split('\n')
		: [];

/** `kubectl diff`: what apply would change. Exit code 1: there is a difference; more: an error. */
export function* diff(session: Session): Routine<number | void> {
	const {flags, words} = session;
	if (words.length > 0) {
		throw usageFailure(session.commandPath, `Unexpected args: [${words.join(' ')}]`);
	}

	if (flags.list('filename').length === 0 && !flags.text('kustomize')) {
		throw new CommandFailure('must specify one of -f and -k');
	}

	yield* session.target();
	const {manifests, errors} = yield* loadManifests(session);
	if (errors.length > 0) {
		throw errors[0];
	}

	let differs = false;
	for (const {resource, namespace, name, object, locate} of manifests) {
		const live = yield* session.find(resource, namespace, name);
		const modified = withLastApplied(object);
		const query = {dryRun: 'All', fieldManager: 'kubectl-client-side-apply', fieldValidation: 'Strict'};
		const merged: Unstructured = live
			? yield* session.patch(resource, namespace, name, patchTypeOf(modified), patchFor(modified, live), {
					query,
					locate,
				})
			: yield* session.create(resource, namespace, modified, {query, locate});

		const lines = unifiedDiff(linesOf(live), linesOf(merged));
		yield* note(
			'kubectl.print',
			`kubectl compares ${objectName(resource, name)} on the server with what it would become.`,
			{before: live, after: merged},
			{object: keyOf(resource, namespace, name)},
		);
		if (lines.length > 0) {
			differs = true;
			const file = `${resource.group || ''}${resource.group ? '.' : ''}${resource.version}.${resource.kind}.${namespace ?? ''}.${name}`;
			session.out(
				`diff -u -N /tmp/LIVE/${file} /tmp/MERGED/${file}\n--- /tmp/LIVE/${file}\n+++ /tmp/MERGED/${file}\n${lines.map((line) => `${line}\n`).join('')}`,
			);
		}
	}

	return differs ? 1 : 0;
}
