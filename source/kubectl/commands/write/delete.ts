import type {WatchEvent} from '../../../client/request.js';
import {ApiError} from '../../../client/errors.js';
import {Mailbox} from '../../../kernel/mailbox.js';
import {note, take, type Routine} from '../../../kernel/routine.js';
import type {ApiResource} from '../../discovery.js';
import {CommandFailure, throwAll, withSource} from '../../failure.js';
import {dryRunOf, dryRunQuery, objectName, type DryRun} from '../../printing/output.js';
import {sendRaw} from '../../raw-request.js';
import {selectItems, type Item} from '../../selection.js';
import {keyOf, pathOf, type Invocation} from '../../invocation.js';
import type {Unstructured, Value} from '../../unstructured.js';

/** `kubectl delete`: asks for deletion, then waits until the objects are gone: finalizers and grace periods run meanwhile. */
export function* deleteCommand(invocation: Invocation): Routine<number | void> {
	const {flags} = invocation;
	const grace = flags.changed('grace-period') ? flags.number('grace-period') : -1;
	const force = flags.on('force');
	if (flags.text('raw')) {
		yield* sendRaw(invocation, 'DELETE');
		return;
	}

	const output = flags.text('output');
	if (output !== '' && output !== 'name') {
		throw new CommandFailure(`unexpected -o output mode: ${output}. We only support '-o name'`);
	}

	const now = flags.on('now');
	if (now && grace !== -1) {
		throw new CommandFailure('--now and --grace-period cannot be specified together');
	}

	if (force && grace > 0) {
		throw new CommandFailure('--force and --grace-period greater than 0 cannot be specified together');
	}

	const seconds = force && grace < 0 ? 0 : now ? 1 : grace === 0 && !force ? 1 : grace;
	if (force && seconds === 0) {
		invocation.warn(
			'Immediate deletion does not wait for confirmation that the running resource has been terminated. The resource may continue to run on the cluster indefinitely.',
		);
	}

	const dryRun = dryRunOf(invocation);
	const policy = propagation(invocation);
	yield* invocation.target();
	const {items, errors, byName} = yield* selectItems(invocation, {fetch: false, all: 'strict'});
	yield* invocation.flush();
	const ignoring = flags.changed('ignore-not-found')
		? flags.on('ignore-not-found')
		: !byName || flags.on('all') || flags.text('selector') !== '' || flags.text('field-selector') !== '';
	if (flags.on('interactive') && dryRun === 'none' && items.length > 0 && !confirmed(invocation, items)) {
		invocation.out('deletion is cancelled\n');
		return;
	}

	if (flags.changed('namespace') && !flags.on('all-namespaces') && items.some(({resource}) => !resource.namespaced)) {
		invocation.warn('deleting cluster-scoped resources, not scoped to the provided namespace');
	}

	const failures: unknown[] = [...errors];
	const deleted: Array<{item: Item; uid: string}> = [];
	for (const item of items) {
		try {
			const uid = yield* deleteOne(invocation, item, {seconds, dryRun, policy});
			deleted.push({item, uid});
		} catch (error) {
			if (!(error instanceof ApiError)) {
				throw error;
			}

			if (!(error.reason === 'NotFound' && ignoring)) {
				failures.push(withSource(error, 'deleting', item.source));
			}
		}
	}

	if (items.length === 0 && failures.length === 0) {
		invocation.out('No resources found\n');
	}

	throwAll(failures);
	const wait = flags.changed('wait') ? flags.on('wait') : true;
	if (wait && dryRun === 'none') {
		yield* invocation.flush();
		const timeoutMs = flags.durationMs('timeout');
		yield* waitUntilGone(invocation, deleted, timeoutMs === 0 ? undefined : timeoutMs);
	}
}

function* deleteOne(
	invocation: Invocation,
	{resource, namespace, name}: Item,
	options: {seconds: number; dryRun: DryRun; policy: string},
): Routine<string> {
	const {seconds, dryRun, policy} = options;
	let uid = '';
	if (dryRun !== 'client') {
		const answer = yield* invocation.delete(
			resource,
			namespace,
			name,
			{
				apiVersion: 'v1',
				kind: 'DeleteOptions',
				...(seconds >= 0 ? {gracePeriodSeconds: seconds} : {}),
				propagationPolicy: policy,
				...(dryRun === 'server' ? {dryRun: ['All']} : {}),
			},
			dryRunQuery(dryRun),
		);
		uid = answer.kind === 'Status' ? ((answer as Value).details?.uid ?? '') : (answer.metadata?.uid ?? '');
	}

	invocation.out(deletedText(invocation, resource, namespace, name, {force: seconds === 0, dryRun}));
	return uid;
}

/** Asks on the terminal, as `--interactive` wants it. */
const confirmed = (invocation: Invocation, items: readonly Item[]): boolean => {
	const names = items.map(({resource, name}) => `${objectName(resource, name)}\n`).join('');
	invocation.out(
		`You are about to delete the following ${items.length} resource(s):\n${names}Do you want to continue? (y/N): `,
	);
	return /^\s*y(\s|$)/i.test(invocation.environment.stdin ?? '');
};

/** @throws {CommandFailure} for a policy that does not exist. */
export const propagation = (invocation: Invocation): string => {
	const text = invocation.flags.text('cascade') || 'background';
	const policy = (
		{
			background: 'Background',
			foreground: 'Foreground',
			orphan: 'Orphan',
			true: 'Background',
			false: 'Orphan',
		} as Record<string, string>
	)[text];
	if (text === 'true' || text === 'false') {
		invocation.err(
			`warning: --cascade=${text} is deprecated (boolean value) and can be replaced with --cascade=${policy.toLowerCase()}.\n`,
		);
	}

	if (!policy) {
		throw new CommandFailure(`invalid cascade value (${text}). Must be "background", "foreground", or "orphan"`);
	}

	return policy;
};

const deletedText = (
	invocation: Invocation,
	resource: ApiResource,
	namespace: string | undefined,
	name: string,
	{force, dryRun}: {force: boolean; dryRun: DryRun},
): string => {
	if (invocation.flags.text('output') === 'name') {
		return `${objectName(resource, name)}\n`;
	}

	const kind = `${resource.kind.toLowerCase()}${resource.group ? `.${resource.group}` : ''}`;
	const suffix = {none: '', client: ' (dry run)', server: ' (server dry run)'}[dryRun];
	return `${kind} "${name}" ${force ? 'force deleted' : 'deleted'}${namespace ? ` from ${namespace} namespace` : ''}${suffix}\n`;
};

/**
Watches each object until it is gone or another has its name.

@throws {CommandFailure} for each that is still there when the time is up.
@mirrors kubectl/pkg/cmd/wait IsDeleted
*/
export function* waitUntilGone(
	invocation: Invocation,
	gone: ReadonlyArray<{item: Pick<Item, 'resource' | 'namespace' | 'name'>; uid: string}>,
	timeoutMs: number | undefined,
): Routine {
	const {kernel} = invocation;
	// Upstream gives up after a week; nobody waits here that long.
	const deadline = timeoutMs === undefined ? undefined : kernel.now + timeoutMs;
	const failures: unknown[] = [];
	for (const {item, uid} of gone) {
		const {resource, namespace, name} = item;
		const current = yield* invocation.find(resource, namespace, name);
		if (!current || (uid && current.metadata?.uid !== uid)) {
			continue;
		}

		yield* note('kubectl.print', `kubectl waits until ${objectName(resource, name)} is gone.`, waitFacts(current), {
			object: keyOf(resource, namespace, name),
		});
		const mailbox = new Mailbox<WatchEvent>(`kubectl/delete/${resource.plural}/${name}`);
		const response = yield* invocation.request('GET', pathOf(resource, namespace), {
			query: {
				fieldSelector: `metadata.name=${name}`,
				resourceVersion: current.metadata?.resourceVersion,
				watch: 'true',
			},
			onEvent: (event) => kernel.send(mailbox, event, kernel.latency('client.watch', 1)),
		});
		kernel.atExit(() => response.close?.());
		let done = false;
		while (!done) {
			const event = yield* take(mailbox, deadline === undefined ? {} : {timeoutMs: Math.max(0, deadline - kernel.now)});
			if (!event) {
				failures.push(new CommandFailure(`timed out waiting for the condition on ${resource.plural}/${name}`));
				done = true;
			} else if (event.type === 'DELETED') {
				yield* note(
					'kubectl.print',
					`${objectName(resource, name)} is gone; kubectl need not wait any longer.`,
					{},
					{object: keyOf(resource, namespace, name)},
				);
				done = true;
			}
		}

		response.close?.();
	}

	throwAll(failures);
}

const waitFacts = ({metadata}: Unstructured) => ({
	deletionTimestamp: metadata?.deletionTimestamp,
	deletionGracePeriodSeconds: metadata?.deletionGracePeriodSeconds,
	finalizers: metadata?.finalizers,
});
