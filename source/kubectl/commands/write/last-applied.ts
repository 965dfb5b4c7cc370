import type {Routine} from '../../../kernel/routine.js';
import {note} from '../../../stages/note.js';
import {printYaml} from '../../../go/yaml/print.js';
import {CommandFailure, isFailure, throwAll, usageFailure} from '../../failure.js';
import {dryRunOf, dryRunQuery, formatOf, objectName, printResult} from '../../printing/output.js';
import {selectItems, selectNames} from '../../selection.js';
import type {Invocation} from '../../invocation.js';
import {keyOf} from '../../resource-path.js';
import {goJSON} from '../../../go/encode-json.js';
import {withValue, type Unstructured} from '../../../objects/unstructured.js';
import {lastApplied} from '../../../objects/last-applied.js';

/** `kubectl apply view-last-applied`: the configuration of the last apply. */
export function* viewLastApplied(invocation: Invocation): Routine<number | void> {
	const {flags} = invocation;
	const output = flags.text('output') || 'yaml';
	if (output !== 'yaml' && output !== 'json') {
		throw usageFailure(
			invocation.commandPath,
			`Unexpected -o output mode: ${output}, the flag 'output' must be one of yaml|json`,
		);
	}

	if (flags.on('all') && invocation.words.length > 0) {
		throw new CommandFailure("setting 'all' parameter but found a non empty selector. ");
	}

	// Upstream takes a type without a name as all objects where the command line has a namespace.
	const {items, errors} = yield* selectItems(invocation, {everything: flags.changed('namespace')});
	throwAll(errors);
	for (const {resource, name, object} of items) {
		const text = object.metadata?.annotations?.[lastApplied];
		if (text === undefined) {
			continue;
		}

		const value: unknown = JSON.parse(text);
		invocation.out(output === 'json' ? `${JSON.stringify(value, undefined, 2)}\n` : printYaml(value));
		yield* note('kubectl.generate', {case: 'last-applied', of: objectName(resource, name), output: text});
	}
}

/** The object as the annotation keeps it. */
const annotationOf = (object: Unstructured): string => {
	const plain = withValue(object, ['metadata', 'annotations', lastApplied], undefined);
	const isEmpty = Object.keys(plain.metadata?.annotations ?? {}).length === 0;
	return `${goJSON(isEmpty ? withValue(plain, ['metadata', 'annotations'], undefined) : plain)}\n`;
};

/** `kubectl apply set-last-applied`: writes the annotation as if the file had been applied. */
export function* setLastApplied(invocation: Invocation): Routine<number | void> {
	const {flags} = invocation;
	const dryRun = dryRunOf(invocation);
	const format = formatOf(invocation);
	yield* invocation.target();
	const {items, errors} = yield* selectNames(invocation);
	throwAll(errors);
	const failures: unknown[] = [];
	for (const {resource, namespace, name, object = {}} of items) {
		try {
			const current = yield* invocation.getNamed(resource, namespace, name);
			const known = current.metadata?.annotations?.[lastApplied];
			if (known === undefined && !flags.on('create-annotation')) {
				throw new CommandFailure(
					`no last-applied-configuration annotation found on resource: ${name}, to create the annotation, run the command with --create-annotation`,
				);
			}

			const text = annotationOf(object);
			if (known === text) {
				invocation.out(`set-last-applied ${name}: no changes required.\n`);
				continue;
			}

			const patch = {metadata: {annotations: {[lastApplied]: text}}};
			yield* note(
				'kubectl.generate',
				{case: 'annotation-patch', of: objectName(resource, name), before: known, patch},
				{object: keyOf(resource, namespace, name)},
			);
			const result =
				dryRun === 'client'
					? current
					: yield* invocation.patch(resource, namespace, name, 'merge', patch, {query: dryRunQuery(dryRun)});
			printResult(invocation, format, resource, result, 'configured', dryRun);
		} catch (error) {
			failures.push(isFailure(error));
		}
	}

	throwAll(failures);
}
