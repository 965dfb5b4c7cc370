import {ApiError} from '../../../client/errors.js';
import {goJSON} from '../../../go/encode-json.js';
import {printYaml} from '../../../go/yaml/print.js';
import type {Routine} from '../../../kernel/routine.js';
import {itemsOf, unstructuredOf, withValue, type Unstructured} from '../../../objects/unstructured.js';
import {note} from '../../../stages/note.js';
import type {ApiResource} from '../../discovery.js';
import type {Editor} from '../../environment.js';
import {CommandFailure} from '../../failure.js';
import type {Invocation} from '../../invocation.js';
import {objectName} from '../../printing/output.js';
import {keyOf} from '../../resource-path.js';
import type {Item} from '../../selection.js';
import {
	editHeader,
	hasLines,
	isSameText,
	readEdited,
	withoutComments,
	type EditMode,
	type Reason,
} from './edited-text.js';

/** An object to edit. */
export type Subject = Pick<Item, 'resource' | 'namespace' | 'name'> & {readonly object: Unstructured};

/** An edit: its objects, and the routine that sends each that was changed. */
export interface Edit {
	readonly mode: EditMode;
	readonly subjects: readonly Subject[];
	/** The objects are not on the server before the edit. */
	readonly creates?: boolean;
	/** @throws {ApiError} the server's error. @throws {CommandFailure} for a change that kubectl does not send */
	readonly change: (before: Subject, after: Unstructured) => Routine;
}

/** The failures of one round, as kubectl counts them. */
class Failures {
	readonly reasons: Reason[] = [];
	retryable = 0;
	missing = 0;

	/** @returns the line that is printed. @mirrors kubectl/pkg/cmd/util/editor editResults.addError */
	add({reason, status, message}: Pick<ApiError, 'reason' | 'status' | 'message'>, {resource, name}: Subject): string {
		const subject = `${pluralName(resource)} "${name}"`;
		if (reason === 'Invalid') {
			const causes = (status.details?.causes ?? []).map(({field, message: cause}) => `${field}: ${cause}`);
			this.reasons.push({head: `${subject} was not valid`, causes});
			return `error: ${subject} is invalid\n`;
		}

		if (reason === 'NotFound') {
			this.missing++;
			return `error: ${subject} could not be found on the server\n`;
		}

		this.retryable++;
		return `error: ${subject} could not be patched: ${message}\n`;
	}
}

const pluralName = ({plural, group}: ApiResource): string => (group ? `${plural}.${group}` : plural);

/** The first text in the editor: one object, or a list. */
const textOf = (subjects: readonly Subject[], isJson: boolean): string => {
	const objects = subjects.map(({object}) => withValue(object, ['metadata', 'managedFields'], undefined));
	const [only] = objects;
	const shown = objects.length === 1 && only ? only : {apiVersion: 'v1', items: objects, kind: 'List', metadata: {}};
	return isJson ? `${goJSON(shown, {indent: 4})}\n` : printYaml(shown);
};

/** The fault that validation finds in a text; nothing for one that may be sent. */
const faultOf = (text: string, isOff: boolean): string | undefined => {
	const read = readEdited(text);
	if ('fault' in read) {
		return read.fault;
	}

	const missing = read.objects.flatMap((object) =>
		['apiVersion', 'kind'].filter((field) => !object[field]).map((field) => `${field} not set`),
	);
	if (isOff || missing.length === 0) {
		return undefined;
	}

	return missing.length === 1 ? missing[0] : `[${missing.join(', ')}]`;
};

/** The objects of an edited text; the items of a list. */
const objectsIn = (text: string): readonly Unstructured[] => {
	const read = readEdited(text);
	return 'fault' in read
		? []
		: read.objects.flatMap((fields) => {
				const object = unstructuredOf(fields);
				return object.kind === 'List' ? itemsOf(object) : [object];
			});
};

/** Creates the edited objects. @throws {ApiError} the server's first refusal, which ends the edit. @mirrors kubectl/pkg/cmd/util/editor EditOptions.visitToCreate */
function* createAll(invocation: Invocation, {subjects, change}: Edit, text: string): Routine<Failures> {
	for (const after of objectsIn(text)) {
		const sameKind = subjects.find(({object}) => object.kind === after.kind && object.apiVersion === after.apiVersion);
		if (!sameKind) {
			throw new CommandFailure(`no matches for kind "${after.kind}" in version "${after.apiVersion}"`);
		}

		const namespace = sameKind.namespace === undefined ? undefined : (after.metadata?.namespace ?? sameKind.namespace);
		yield* change({...sameKind, namespace}, after);
		invocation.out(`${objectName(sameKind.resource, after.metadata?.name ?? '')} created\n`);
	}

	return new Failures();
}

/** Sends the changes. @returns failures of the server. @throws {CommandFailure} for a change that ends the edit */
function* sendAll(invocation: Invocation, {subjects, change}: Edit, text: string): Routine<Failures> {
	const failures = new Failures();
	for (const after of objectsIn(text)) {
		const before = subjects.find(({object}) => object.metadata?.uid === after.metadata?.uid);
		if (!before) {
			throw new CommandFailure(`no original object found for &unstructured.Unstructured{Object:${goJSON(after)}}`);
		}

		const {resource, namespace, name, object} = before;
		const own = after.metadata?.namespace;
		if (namespace !== undefined && own !== undefined && own !== namespace) {
			throw new CommandFailure(
				`the namespace from the provided object "${own}" does not match the namespace "${namespace}". You must pass '--namespace=${own}' to perform this operation.`,
			);
		}

		const plain = withValue(object, ['metadata', 'managedFields'], undefined);
		if (goJSON(plain) === goJSON(after)) {
			invocation.out(`${objectName(resource, name)} skipped\n`);
			continue;
		}

		try {
			yield* change({...before, object: plain}, after);
			invocation.out(`${objectName(resource, name)} edited\n`);
		} catch (error) {
			if (!(error instanceof ApiError)) {
				throw error;
			}

			invocation.err(failures.add(error, before));
		}
	}

	return failures;
}

/**
Opens objects in the editor until their changes are stored, given up, or refused for a reason that another edit cannot repair.

Long because it follows upstream's loop, whose endings each print their own text.

@mirrors kubectl/pkg/cmd/util/editor EditOptions.Run
*/
export function* inEditor(invocation: Invocation, editor: Editor, edit: Edit): Routine<number | void> {
	const {flags} = invocation;
	const isJson = flags.text('output') === 'json';
	const isOff = ['false', 'ignore'].includes(flags.text('validate'));
	const header = (reasons: readonly Reason[]) => (isJson ? '' : editHeader(edit.mode, reasons));
	const [first] = edit.subjects;
	if (!first) {
		throw new CommandFailure('edit cancelled, no objects found');
	}

	const original = textOf(edit.subjects, isJson);
	let text = header([]) + original;
	let edited: string | undefined;
	let file: string | undefined;
	/** Names the file that keeps the changes, and fails. */
	const preserved = (path: string | undefined, error: string | Error): never => {
		if (path !== undefined) {
			invocation.err(`A copy of your changes has been stored to ${JSON.stringify(path)}\n`);
		}

		throw typeof error === 'string' ? new CommandFailure(error) : error;
	};

	for (let isAgain = false; ; isAgain = true) {
		yield* invocation.flush();
		editor.open(text);
		yield* note(
			'kubectl.generate',
			{case: 'editor', of: objectName(first.resource, first.name), output: text, isAgain},
			{object: keyOf(first.resource, first.namespace, first.name)},
		);
		const closed = yield* editor.close();
		if (closed.failure !== undefined) {
			return preserved(file, closed.failure);
		}

		const {text: left = ''} = closed;
		if (edited !== undefined && isSameText(edited, left)) {
			return preserved(closed.file, 'Edit cancelled, no valid changes were saved.');
		}

		edited = left;
		file = closed.file;
		const fault = faultOf(left, isOff);
		if (fault !== undefined) {
			const subject = `${pluralName(first.resource)} "${first.name}"`;
			invocation.err(`error: ${subject} is invalid\n`);
			const cause = `<nil>: Invalid value: "The edited file failed validation": ${fault}`;
			text = header([{head: `${subject} was not valid`, causes: [cause]}]) + withoutComments(left);
			continue;
		}

		if (isSameText(original, left)) {
			invocation.err('Edit cancelled, no changes made.\n');
			return undefined;
		}

		if (!hasLines(left)) {
			invocation.err('Edit cancelled, saved file was empty.\n');
			return undefined;
		}

		const failures = yield* sendingOr(invocation, edit, left, (error) => preserved(file, error));
		if (failures.retryable > 0) {
			invocation.err(`You can run \`kubectl replace -f ${file}\` to try this update again.\n`);
			return 1;
		}

		if (failures.missing > 0) {
			invocation.err(`The edits you made on deleted resources have been saved to ${JSON.stringify(file)}\n`);
			return 1;
		}

		if (failures.reasons.length === 0) {
			return undefined;
		}

		text = header(failures.reasons) + withoutComments(left);
	}
}

/** Sends the changes; one that kubectl does not send, or an object that the server refuses to create, ends the edit. */
function* sendingOr(
	invocation: Invocation,
	edit: Edit,
	text: string,
	failed: (error: Error) => never,
): Routine<Failures> {
	try {
		return yield* (edit.creates ? createAll : sendAll)(invocation, edit, text);
	} catch (error) {
		if (error instanceof CommandFailure || error instanceof ApiError) {
			return failed(error);
		}

		throw error;
	}
}
