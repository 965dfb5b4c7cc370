import {ApiError} from '../../../client/errors.js';
import type {Routine} from '../../../kernel/routine.js';
import {deletedText, propagation, waitUntilGone} from '../../deletion.js';
import {CommandFailure, throwAll, withSource} from '../../failure.js';
import {dryRunOf, dryRunQuery, objectName, type DryRun} from '../../printing/output.js';
import {sendRaw} from '../../raw-request.js';
import {selectNames, type NamedItem} from '../../selection.js';
import type {Invocation} from '../../invocation.js';
import {nestedString} from '../../../objects/unstructured.js';

/**
`kubectl delete`: requests the deletion, then waits until the objects are gone, including their finalizers and grace periods.

Long because it handles the command from its flags to the answer; upstream checks them in this order.
*/
export function* deleteCommand(invocation: Invocation): Routine<number | void> {
	const {flags} = invocation;
	if (flags.text('raw')) {
		yield* sendRaw(invocation, 'DELETE');
		return;
	}

	const seconds = graceSeconds(invocation);
	const dryRun = dryRunOf(invocation);
	const policy = propagation(invocation);
	yield* invocation.target();
	const {items, errors, byName} = yield* selectNames(invocation, {all: 'strict'});
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
	const deleted: Array<{item: NamedItem; uid: string}> = [];
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

/**
The requested grace period; a negative one means the object's own.

@throws {CommandFailure} for flags that exclude each other.
@mirrors kubectl/pkg/cmd/delete DeleteOptions.Validate
*/
const graceSeconds = (invocation: Invocation): number => {
	const {flags} = invocation;
	const grace = flags.changed('grace-period') ? flags.number('grace-period') : -1;
	const [force, now] = [flags.on('force'), flags.on('now')];
	const output = flags.text('output');
	if (output !== '' && output !== 'name') {
		throw new CommandFailure(`unexpected -o output mode: ${output}. We only support '-o name'`);
	}

	if (now && grace !== -1) {
		throw new CommandFailure('--now and --grace-period cannot be specified together');
	}

	if (force && grace > 0) {
		throw new CommandFailure('--force and --grace-period greater than 0 cannot be specified together');
	}

	let seconds = grace;
	if (force && grace < 0) {
		seconds = 0;
	} else if (now || (grace === 0 && !force)) {
		seconds = 1;
	}

	if (force && seconds === 0) {
		invocation.warn(
			'Immediate deletion does not wait for confirmation that the running resource has been terminated. The resource may continue to run on the cluster indefinitely.',
		);
	}

	return seconds;
};

function* deleteOne(
	invocation: Invocation,
	{resource, namespace, name}: NamedItem,
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
		uid = nestedString(answer, ...(answer.kind === 'Status' ? ['details', 'uid'] : ['metadata', 'uid'])) ?? '';
	}

	invocation.out(
		invocation.flags.text('output') === 'name'
			? `${objectName(resource, name)}\n`
			: deletedText(resource, namespace, name, {force: seconds === 0, dryRun}),
	);
	return uid;
}

/** Asks for confirmation on the terminal, as `--interactive` requires. */
const confirmed = (invocation: Invocation, items: readonly NamedItem[]): boolean => {
	const names = items.map(({resource, name}) => `${objectName(resource, name)}\n`).join('');
	invocation.out(
		`You are about to delete the following ${items.length} resource(s):\n${names}Do you want to continue? (y/N): `,
	);
	return /^\s*y(\s|$)/i.test(invocation.environment.stdin ?? '');
};
