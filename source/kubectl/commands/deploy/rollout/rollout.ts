import {fieldManager} from '../../../field-manager.js';
import {note} from '../../../../stages/note.js';
import {resourceName} from '../../../../objects/resources.js';
import {nestedField, nestedString} from '../../../../objects/unstructured.js';
import type {Command} from '../../../command.js';
import {CommandFailure, isFailure, throwAll} from '../../../failure.js';
import type {Invocation} from '../../../invocation.js';
import {formatOf, objectName, printResult} from '../../../printing/output.js';
import {keyOf} from '../../../resource-path.js';
import type {Item} from '../../../selection.js';
import {history} from './history.js';
import {status} from './status.js';
import {undo} from './undo.js';
import {isRolling, rolloutItems} from './workloads.js';

const restartAnnotation = 'kubectl.kubernetes.io/restartedAt';

/** The patch that changes an object, and the word for the change. */
type Edit = (invocation: Invocation, item: Item) => {readonly patch: unknown; readonly past: string};

const editing = (edit: Edit): Command =>
	function* (invocation) {
		const format = {...formatOf(invocation), typed: true};
		const failures: unknown[] = [];
		const items = yield* rolloutItems(invocation);
		if (items.length === 0) {
			invocation.err(`No resources found in ${yield* invocation.namespace()} namespace.\n`);
			return;
		}

		for (const item of items) {
			const {resource, namespace, name, object} = item;
			try {
				const {patch, past} = edit(invocation, item);
				yield* note(
					'kubectl.generate',
					{case: 'rollout', of: objectName(resource, name), becomes: past, before: object, patch},
					{object: keyOf(resource, namespace, name)},
				);
				const result = yield* invocation.patch(resource, namespace, name, 'strategic-merge', patch, {
					query: {fieldManager: fieldManager(invocation, 'kubectl-rollout')},
				});
				printResult(invocation, format, resource, result, past);
			} catch (error) {
				failures.push(isFailure(error));
			}
		}

		throwAll(failures);
	};

/** The beginning of refusals, including each of several. */
const named = ({resource, name}: Item): string => `error: ${resourceName(resource)} "${name}"`;

const pause: Edit = (_, item) => {
	if (item.resource.kind !== 'Deployment') {
		throw new CommandFailure(`${named(item)} pausing is not supported`);
	}

	if (nestedField(item.object, 'spec', 'paused')) {
		throw new CommandFailure(`${named(item)} is already paused`);
	}

	return {patch: {spec: {paused: true}}, past: 'paused'};
};

const resume: Edit = (_, item) => {
	if (item.resource.kind !== 'Deployment') {
		throw new CommandFailure(`${named(item)} resuming is not supported`);
	}

	if (!nestedField(item.object, 'spec', 'paused')) {
		throw new CommandFailure(`${named(item)} is not paused`);
	}

	return {patch: {spec: {paused: null}}, past: 'resumed'};
};

const restart: Edit = ({kernel}, item) => {
	if (!isRolling(item.object)) {
		throw new CommandFailure(`${named(item)} restarting is not supported`);
	}

	if (nestedField(item.object, 'spec', 'paused')) {
		throw new CommandFailure(`${named(item)} can't restart paused deployment (run rollout resume first)`);
	}

	if (
		nestedString(item.object, 'spec', 'template', 'metadata', 'annotations', restartAnnotation) === kernel.timestamp()
	) {
		throw new CommandFailure(
			`failed to create patch for ${item.name}: if restart has already been triggered within the past second, please wait before attempting to trigger another`,
		);
	}

	return {
		patch: {spec: {template: {metadata: {annotations: {[restartAnnotation]: kernel.timestamp()}}}}},
		past: 'restarted',
	};
};

/** `kubectl rollout …`. */
export const rolloutCommands: Readonly<Record<string, Command>> = {
	'rollout history': history,
	'rollout pause': editing(pause),
	'rollout restart': editing(restart),
	'rollout resume': editing(resume),
	'rollout status': status,
	'rollout undo': undo,
};
