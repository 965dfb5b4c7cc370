import {sleep, type Routine} from '../../../kernel/routine.js';
import {note} from '../../../stages/note.js';
import {CommandFailure, isFailure, throwAll} from '../../failure.js';
import {dryRunOf, dryRunQuery, formatOf, objectName, printResult} from '../../printing/output.js';
import {selectItems, type Item} from '../../selection.js';
import type {Invocation} from '../../invocation.js';
import {keyOf, pathOf} from '../../resource-path.js';
import {
	nestedField,
	nestedNumber,
	unstructuredOf,
	withValue,
	type Unstructured,
} from '../../../objects/unstructured.js';

/** @throws {CommandFailure} @mirrors kubectl/pkg/cmd/scale ScaleOptions.Validate */
const checkFlags = ({flags}: Invocation): void => {
	if (flags.number('replicas') < 0) {
		throw new CommandFailure('The --replicas=COUNT flag is required, and COUNT must be greater than or equal to 0');
	}

	if (flags.changed('current-replicas') && flags.number('current-replicas') < -1) {
		throw new CommandFailure('The --current-replicas must specify an integer of -1 or greater');
	}
};

const pollMs = 1000;

/** `kubectl scale`: changes `spec.replicas` through the scale subresource. */
export function* scale(invocation: Invocation): Routine<number | void> {
	checkFlags(invocation);
	const dryRun = dryRunOf(invocation);
	const format = formatOf(invocation);
	yield* invocation.target();
	const {items, errors} = yield* selectItems(invocation, {all: 'when-unnamed'});
	const failures: unknown[] = [...errors];
	if (items.length === 0 && failures.length === 0) {
		throw new CommandFailure('no objects passed to scale');
	}

	for (const item of items) {
		try {
			const {resource, object} = item;
			if (dryRun === 'client') {
				printResult(invocation, format, resource, object, 'scaled', dryRun);
				continue;
			}

			const result = yield* scaleOne(invocation, item);
			const plain = format.name === '' || format.name === 'name';
			printResult(invocation, format, resource, plain ? result : object, 'scaled', dryRun);
		} catch (error) {
			failures.push(isFailure(error));
		}
	}

	throwAll(failures);
}

/** Requests the size: by a patch or, with a precondition on the current size, by an update of the read object. */
function* scaleOne(invocation: Invocation, item: Item): Routine<Unstructured> {
	const {flags, kernel} = invocation;
	const {resource, namespace, name, object} = item;
	const replicas = flags.number('replicas');
	const path = pathOf(resource, namespace, name, 'scale');
	const key = keyOf(resource, namespace, name);
	const query = dryRunQuery(dryRunOf(invocation));
	const before = nestedField(object, 'spec', 'replicas');
	yield* note(
		'kubectl.generate',
		{case: 'scale', of: objectName(resource, name), before, after: replicas},
		{object: key},
	);
	const expected = flags.changed('current-replicas') ? flags.number('current-replicas') : -1;
	const version = flags.text('resource-version');
	let result: Unstructured;
	if (expected === -1 && version === '') {
		const request = {body: {spec: {replicas}}, headers: {'content-type': 'application/merge-patch+json'}};
		result = unstructuredOf((yield* invocation.request('PATCH', path, {...request, query, object: key})).body);
	} else {
		const current = unstructuredOf((yield* invocation.request('GET', path, {object: key})).body);
		checkPreconditions(current, expected, version);
		const body = withValue(current, ['spec', 'replicas'], replicas);
		result = unstructuredOf((yield* invocation.request('PUT', path, {body, query, object: key})).body);
	}

	const timeoutMs = flags.durationMs('timeout');
	if (timeoutMs > 0 && !query.dryRun) {
		const deadlineMs = kernel.now + timeoutMs;
		for (;;) {
			const current = (yield* invocation.request('GET', path, {object: key})).body;
			if (
				nestedNumber(current, 'spec', 'replicas') !== replicas ||
				(nestedNumber(current, 'status', 'replicas') ?? 0) === replicas
			) {
				break;
			}

			if (kernel.now + pollMs > deadlineMs) {
				throw new CommandFailure(`timed out waiting for ${JSON.stringify(name)} to be synced`);
			}

			yield* sleep(pollMs);
		}
	}

	return result;
}

/** @throws {CommandFailure} @mirrors kubectl/pkg/scale ScalePrecondition.validate */
const checkPreconditions = (scale: Unstructured, replicas: number, version: string): void => {
	const size = nestedNumber(scale, 'spec', 'replicas') ?? 0;
	if (replicas !== -1 && size !== replicas) {
		throw new CommandFailure(`Expected replicas to be ${replicas}, was ${size}`);
	}

	const current = scale.metadata?.resourceVersion;
	if (version !== '' && current !== version) {
		throw new CommandFailure(`Expected resource version to be ${version}, was ${current}`);
	}
};
