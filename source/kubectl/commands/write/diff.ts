import {fieldManager} from '../../field-manager.js';
import {patchFor, patchTypeOf} from './apply-patch.js';
import {isConflict} from '../../../client/errors.js';
import type {Routine} from '../../../kernel/routine.js';
import {note} from '../../../stages/note.js';
import {printYaml} from '../../../go/yaml/print.js';
import {CommandFailure, usageFailure} from '../../failure.js';
import {loadManifests} from '../../manifests/manifests.js';
import {needFiles} from '../../manifests/files.js';
import type {Manifest} from '../../manifests/negotiate.js';
import {objectName} from '../../printing/output.js';
import type {Invocation} from '../../invocation.js';
import {pathOf} from '../../resource-path.js';
import type {Fields} from '../../../kernel/record.js';
import {itemsOf, nestedMap, unstructuredOf, withValue, type Unstructured} from '../../../objects/unstructured.js';
import {lastApplied} from '../../../objects/last-applied.js';
import {prunePlan} from './prune.js';
import {placedEdits} from './diff-places.js';
import {lineEdits, unifiedDiff} from '../../../kernel/line-diff.js';

/**
Hides the values of Secrets; a changed value is marked as before or after.

@mirrors kubectl/pkg/cmd/diff Masker
*/
export const masked = (before: Fields, after: Fields): {readonly before: Fields; readonly after: Fields} => {
	const hide = (own: Fields, other: Fields, word: string): Fields =>
		Object.fromEntries(
			Object.keys(own).map((key) => [key, key in other && other[key] !== own[key] ? `*** (${word})` : '***']),
		);
	return {before: hide(before, after, 'before'), after: hide(after, before, 'after')};
};

const linesOf = (object: Unstructured | undefined): string[] =>
	object ? printYaml(object).replace(/\n$/, '').split('\n') : [];

/** One object before and after the change. */
interface Change {
	readonly file: string;
	readonly before: Unstructured | undefined;
	readonly after: Unstructured | undefined;
	/** Whether the diff shows managed fields. */
	readonly isWhole?: boolean;
}

const fileOf = ({group, version, kind}: Manifest['resource'], namespace = '', name = ''): string =>
	`${group ? `${group}.` : ''}${version}.${kind}.${namespace}.${name}`;

/**
The object after an apply, computed by the server in a dry run.

@param version the resource version that the live object must still have.
*/
function* merged(
	invocation: Invocation,
	manifest: Manifest,
	live: Unstructured | undefined,
	version: string | undefined,
): Routine<Unstructured> {
	const {flags} = invocation;
	const {resource, namespace, name, locate} = manifest;
	if (flags.on('server-side')) {
		const force = flags.on('force-conflicts') ? 'true' : 'false';
		return yield* invocation.patch(resource, namespace, name, 'apply', manifest.object, {
			query: {dryRun: 'All', fieldManager: fieldManager(invocation, 'kubectl'), force},
			locate,
		});
	}

	const object = version ? withValue(manifest.object, ['metadata', 'resourceVersion'], version) : manifest.object;
	const query = {dryRun: 'All', fieldManager: fieldManager(invocation, 'kubectl-client-side-apply')};
	return live
		? yield* invocation.patch(resource, namespace, name, patchTypeOf(object), changeFor(object, live), {query, locate})
		: yield* invocation.create(resource, namespace, manifest.object, {query, locate});
}

/** The patch of apply without the annotation of the last applied configuration. */
const changeFor = (object: Unstructured, live: Unstructured): Fields => {
	const kept = live.metadata?.annotations?.[lastApplied];
	return patchFor(
		kept === undefined ? object : withValue(object, ['metadata', 'annotations', lastApplied], kept),
		live,
	);
};

/** The most changes of an object between the reads of its live and its merged state. */
const tries = 4;

function* changeOf(invocation: Invocation, manifest: Manifest): Routine<Change> {
	const {resource, namespace, name} = manifest;
	if (!name) {
		throw new CommandFailure('resource name may not be empty');
	}

	for (let attempt = 1; ; attempt++) {
		const live = yield* invocation.find(resource, namespace, name);
		const isLast = attempt === tries;
		if (isLast) {
			const {group, version, kind} = resource;
			invocation.log(
				`Object (${group}/${version}, Kind=${kind}: ${name}) keeps changing, diffing without lock`,
				'diff.go:721',
			);
		}

		try {
			const after = yield* merged(invocation, manifest, live, isLast ? undefined : live?.metadata?.resourceVersion);
			return {file: fileOf(resource, namespace, name), before: live, after};
		} catch (error) {
			if (!isConflict(error) || isLast) {
				throw error;
			}
		}
	}
}

/** The objects that pruning would delete. */
function* prunedChanges(invocation: Invocation, manifests: readonly Manifest[]): Routine<readonly Change[]> {
	const changes: Change[] = [];
	for (const {resource, namespace} of yield* prunePlan(invocation, manifests)) {
		const list = yield* invocation.request('GET', pathOf(resource, namespace), {
			query: {labelSelector: invocation.flags.text('selector')},
		});
		for (const object of itemsOf(unstructuredOf(list.body))) {
			const {name, namespace: own, annotations} = object.metadata ?? {};
			const isNamed = manifests.some(
				(one) => one.name === name && one.namespace === own && one.resource.kind === resource.kind,
			);
			if (annotations?.[lastApplied] !== undefined && !isNamed) {
				changes.push({file: fileOf(resource, own, name), before: object, after: undefined, isWhole: true});
			}
		}
	}

	return changes;
}

const shownLines = ({before, after, isWhole}: Change, showManagedFields: boolean): readonly [string[], string[]] => {
	const plain = (object: Unstructured | undefined): Unstructured | undefined =>
		object && !showManagedFields && !isWhole ? withValue(object, ['metadata', 'managedFields'], undefined) : object;
	const [from, to] = [plain(before), plain(after)];
	if ((after ?? before)?.kind !== 'Secret') {
		return [linesOf(from), linesOf(to)];
	}

	const data = masked(nestedMap(before, 'data') ?? {}, nestedMap(after, 'data') ?? {});
	const hidden = (object: Unstructured | undefined, values: Fields): string[] =>
		object ? linesOf(object['data'] ? {...object, data: values} : object) : ['null'];
	return [hidden(from, data.before), hidden(to, data.after)];
};

/** `kubectl diff`: the changes that apply would make. Exit code 1 is a difference, a higher one an error. */
export function* diff(invocation: Invocation): Routine<number | void> {
	const {flags, words} = invocation;
	if (words.length > 0) {
		throw usageFailure(invocation.commandPath, `Unexpected args: [${words.join(' ')}]`);
	}

	needFiles(invocation);
	if (flags.on('force-conflicts') && !flags.on('server-side')) {
		throw new CommandFailure('--force-conflicts only works with --server-side');
	}

	yield* invocation.target();
	const {manifests, errors} = yield* loadManifests(invocation, {selected: true, validate: false});
	if (errors.length > 0) {
		throw errors[0];
	}

	const changes: Change[] = [];
	for (const manifest of manifests) {
		changes.push(yield* changeOf(invocation, manifest));
	}

	if (flags.on('prune')) {
		changes.push(...(yield* prunedChanges(invocation, manifests)));
	}

	let differs = false;
	// The program diff compares two folders, file by file in the order of their names.
	for (const change of [...changes].sort((a, b) => (a.file < b.file ? -1 : 1))) {
		const {file, before, after} = change;
		const [from, to] = shownLines(change, flags.on('show-managed-fields'));
		const lines = unifiedDiff(placedEdits(lineEdits(from, to), from, to), from, to);
		const object = after ?? before ?? {};
		yield* note('kubectl.print', {
			case: 'diff',
			of: objectName({group: '', kind: object.kind ?? ''}, object.metadata?.name ?? ''),
			before,
			after,
		});
		if (lines.length > 0) {
			differs = true;
			invocation.out(
				`diff -u -N /tmp/LIVE/${file} /tmp/MERGED/${file}\n--- /tmp/LIVE/${file}\n+++ /tmp/MERGED/${file}\n${lines.map((line) => `${line}\n`).join('')}`,
			);
		}
	}

	return differs ? 1 : 0;
}
