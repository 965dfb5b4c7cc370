import type {Routine} from '../../../kernel/routine.js';
import {note} from '../../../stages/note.js';
import {printYaml} from '../../../go/yaml/print.js';
import {CommandFailure, throwAll} from '../../failure.js';
import {formatOf, objectName} from '../../printing/output.js';
import {selectItems, type Item} from '../../selection.js';
import type {Invocation} from '../../invocation.js';
import {keyOf} from '../../resource-path.js';
import {lastApplied} from '../../../objects/last-applied.js';

/**
The result of an editor: no change, because the simulated terminal has no editor to type into.

The real kubectl prints this when the editor closes without a change.
*/
export function* leftAsItIs(
	invocation: Invocation,
	items: ReadonlyArray<Pick<Item, 'resource' | 'namespace' | 'name' | 'object'>>,
): Routine {
	for (const {resource, namespace, name, object} of items) {
		yield* note(
			'kubectl.generate',
			{case: 'edit', of: objectName(resource, name), output: object && printYaml(object)},
			{object: keyOf(resource, namespace, name)},
		);
	}

	if (items.length > 0) {
		invocation.err('Edit cancelled, no changes made.\n');
	}
}

/** `kubectl edit`: shows objects in an editor and patches what was changed. Simplified: the editor changes nothing; `kubectl patch` does. */
export function* edit(invocation: Invocation): Routine<number | void> {
	formatOf(invocation);
	yield* invocation.target();
	const {items, errors} = yield* selectItems(invocation, {everything: true});
	throwAll(errors);
	yield* leftAsItIs(invocation, items);
}

/** `kubectl apply edit-last-applied`: shows what was applied last in an editor. */
export function* editLastApplied(invocation: Invocation): Routine<number | void> {
	formatOf(invocation);
	yield* invocation.target();
	const {items, errors} = yield* selectItems(invocation);
	throwAll(errors);
	const without = items.find(({object}) => object?.metadata?.annotations?.[lastApplied] === undefined);
	if (without) {
		throw new CommandFailure(`no last-applied-configuration annotation found on resource: ${without.name}`);
	}

	yield* leftAsItIs(invocation, items);
}
