import {createTwoWayPatch} from '../../../objects/strategic-merge-patch/create.js';
import {schemaOfKind} from '../../../objects/schema.js';
import type {Routine} from '../../../kernel/routine.js';
import {note} from '../../../stages/note.js';
import {goJSON} from '../../../go/encode-json.js';
import {printYaml} from '../../../go/yaml/print.js';
import {unstructuredOf, type Unstructured} from '../../../objects/unstructured.js';
import {CommandFailure, throwAll} from '../../failure.js';
import {fieldManager} from '../../field-manager.js';
import {fieldValidation} from '../../manifests/validate.js';
import {formatOf, objectName} from '../../printing/output.js';
import {selectItems, type Item} from '../../selection.js';
import type {Invocation} from '../../invocation.js';
import {keyOf} from '../../resource-path.js';
import {lastApplied} from '../../../objects/last-applied.js';
import {withLastApplied} from '../../last-applied.js';
import {patchTypeOf} from './apply-patch.js';
import {inEditor, type Subject} from './in-editor.js';

/**
The result without an editor: no change, as the real kubectl prints it when the editor closes without one.
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

/** The fields that identify the object: a patch cannot change them. */
const identityOf = ({apiVersion, kind, metadata}: Unstructured): string => [apiVersion, kind, metadata?.name].join(' ');

/** Sends the difference between an object and its edited form. */
function* patchEdited(invocation: Invocation, before: Subject, after: Unstructured): Routine {
	const {flags} = invocation;
	const {resource, namespace, name, object} = before;
	if (identityOf(object) !== identityOf(after)) {
		throw new CommandFailure('At least one of apiVersion, kind and name was changed');
	}

	const wanted = flags.on('save-config') ? withLastApplied(after) : after;
	const {apiVersion = '', kind = ''} = object;
	const patch = createTwoWayPatch(object, wanted, schemaOfKind(apiVersion, kind));
	if (flags.on('output-patch')) {
		invocation.out(`Patch: ${goJSON(patch)}\n`);
	}

	yield* note(
		'kubectl.generate',
		{case: 'edited', of: objectName(resource, name), patchText: goJSON(patch), before: object, patch},
		{object: keyOf(resource, namespace, name)},
	);
	yield* invocation.patch(resource, namespace, name, patchTypeOf(object), patch, {
		query: {fieldManager: fieldManager(invocation, 'kubectl-edit'), fieldValidation: fieldValidation(invocation)},
		subresource: flags.text('subresource') || undefined,
	});
}

/** `kubectl edit`: shows objects in an editor and patches the changed ones. */
export function* edit(invocation: Invocation): Routine<number | void> {
	formatOf(invocation);
	fieldValidation(invocation);
	yield* invocation.target();
	const {items, errors} = yield* selectItems(invocation, {everything: true});
	throwAll(errors);
	const {editor} = invocation.environment;
	if (!editor) {
		yield* leftAsItIs(invocation, items);
		return undefined;
	}

	return yield* inEditor(invocation, editor, {
		mode: 'object',
		subjects: items,
		change: (before, after) => patchEdited(invocation, before, after),
	});
}

/** Saves an edited configuration in the annotation of its object. */
function* annotateEdited(invocation: Invocation, {resource, namespace, name}: Subject, after: Unstructured): Routine {
	const patch = {metadata: {annotations: {[lastApplied]: `${goJSON(after)}\n`}}};
	yield* invocation.patch(resource, namespace, name, 'merge', patch, {
		query: {fieldManager: fieldManager(invocation, 'kubectl-client-side-apply')},
	});
}

/** `kubectl apply edit-last-applied`: shows the last applied configuration in an editor. */
export function* editLastApplied(invocation: Invocation): Routine<number | void> {
	formatOf(invocation);
	yield* invocation.target();
	const {items, errors} = yield* selectItems(invocation);
	throwAll(errors);
	const without = items.find(({object}) => object?.metadata?.annotations?.[lastApplied] === undefined);
	if (without) {
		throw new CommandFailure(`no last-applied-configuration annotation found on resource: ${without.name}`);
	}

	const {editor} = invocation.environment;
	if (!editor) {
		yield* leftAsItIs(invocation, items);
		return undefined;
	}

	return yield* inEditor(invocation, editor, {
		mode: 'applied',
		subjects: items.map((item) => ({
			...item,
			object: unstructuredOf(JSON.parse(item.object.metadata?.annotations?.[lastApplied] ?? '{}')),
		})),
		change: (before, after) => annotateEdited(invocation, before, after),
	});
}
