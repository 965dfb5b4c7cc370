import type {Routine} from '../kernel/routine.js';
import {note} from '../stages/note.js';
import type {Unstructured} from '../objects/unstructured.js';
import {CommandFailure, throwAll} from './failure.js';
import type {Invocation} from './invocation.js';
import {watchObject} from './object-watch.js';
import {objectName, type DryRun} from './printing/output.js';
import type {ApiResource} from './discovery.js';
import {keyOf} from './resource-path.js';
import type {NamedItem} from './selection.js';

const policies = new Map([
	['background', 'Background'],
	['foreground', 'Foreground'],
	['orphan', 'Orphan'],
	['true', 'Background'],
	['false', 'Orphan'],
]);

/** The meaning of `--cascade` for the objects that an object owns. @throws {CommandFailure} for a policy that does not exist. */
export const propagation = (invocation: Invocation): string => {
	const text = invocation.flags.text('cascade') || 'background';
	const policy = policies.get(text);
	if (policy === undefined) {
		throw new CommandFailure(`invalid cascade value (${text}). Must be "background", "foreground", or "orphan"`);
	}

	if (text === 'true' || text === 'false') {
		invocation.err(
			`warning: --cascade=${text} is deprecated (boolean value) and can be replaced with --cascade=${policy.toLowerCase()}.\n`,
		);
	}

	return policy;
};

/** The output of kubectl for an object that it has deleted. */
export const deletedText = (
	resource: ApiResource,
	namespace: string | undefined,
	name: string,
	{force = false, dryRun = 'none'}: {readonly force?: boolean; readonly dryRun?: DryRun} = {},
): string => {
	const kind = `${resource.kind.toLowerCase()}${resource.group ? `.${resource.group}` : ''}`;
	const suffix = {none: '', client: ' (dry run)', server: ' (server dry run)'}[dryRun];
	return `${kind} "${name}" ${force ? 'force deleted' : 'deleted'}${namespace ? ` from ${namespace} namespace` : ''}${suffix}\n`;
};

/**
Watches each object until it is deleted or another one has its name.

@throws {CommandFailure} for each that still exists at the timeout.
@mirrors kubectl/pkg/cmd/wait IsDeleted
*/
export function* waitUntilGone(
	invocation: Invocation,
	gone: ReadonlyArray<{readonly item: Pick<NamedItem, 'resource' | 'namespace' | 'name'>; readonly uid: string}>,
	timeoutMs: number | undefined,
): Routine {
	const {kernel} = invocation;
	// Upstream gives up after a week; no run waits that long here.
	const deadlineMs = timeoutMs === undefined ? undefined : kernel.now + timeoutMs;
	const failures: unknown[] = [];
	for (const {item, uid} of gone) {
		const {resource, namespace, name} = item;
		const current = yield* invocation.find(resource, namespace, name);
		if (!current || (uid && current.metadata?.uid !== uid)) {
			continue;
		}

		const object = keyOf(resource, namespace, name);
		yield* note(
			'kubectl.print',
			{case: 'wait-gone', of: objectName(resource, name), ...waitFacts(current)},
			{
				object,
			},
		);
		const watch = yield* watchObject(invocation, item, {
			since: current,
			mailboxName: `kubectl/delete/${resource.plural}/${name}`,
		});
		let event = yield* watch.next(deadlineMs);
		while (event && event.type !== 'DELETED') {
			event = yield* watch.next(deadlineMs);
		}

		if (event) {
			yield* note('kubectl.print', {case: 'gone', of: objectName(resource, name)}, {object});
		} else {
			failures.push(new CommandFailure(`timed out waiting for the condition on ${resource.plural}/${name}`));
		}

		watch.close();
	}

	throwAll(failures);
}

const waitFacts = ({metadata}: Unstructured) => ({
	deletionTimestamp: metadata?.deletionTimestamp,
	deletionGracePeriodSeconds: metadata?.deletionGracePeriodSeconds,
	finalizers: metadata?.finalizers,
});
