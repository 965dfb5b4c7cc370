import {ApiError} from '../../../client/errors.js';
import type {ApiResource} from '../../discovery.js';
import {equal} from '../../../kernel/equality.js';
import {fieldManager} from '../../field-manager.js';
import {parse} from 'yaml';
import type {Routine} from '../../../kernel/routine.js';
import {note} from '../../../stages/note.js';
import {groupVersionOf} from '../../../objects/resources.js';
import {CommandFailure, isFailure, messageOf, throwAll} from '../../failure.js';
import {dryRunOf, dryRunQuery, formatOf, objectName, printResult} from '../../printing/output.js';
import {selectItems} from '../../selection.js';
import type {Invocation} from '../../invocation.js';
import {keyOf} from '../../resource-path.js';
import {patchedHere, patchTypes, type PatchType} from './local-patch.js';
import {goJSON} from '../../../go/encode-json.js';

/** The patch of the command line: its value, and its text if it is invalid JSON: the server then reports the error. */
interface UserPatch {
	readonly body: unknown;
	readonly text?: string;
}

/** @throws {CommandFailure} for flags that exclude each other. @mirrors kubectl/pkg/cmd/patch PatchOptions.Validate */
const typeOf = ({flags, words}: Invocation): PatchType => {
	if (flags.text('patch') && flags.text('patch-file')) {
		throw new CommandFailure('cannot specify --patch and --patch-file together');
	}

	if (!flags.text('patch') && !flags.text('patch-file')) {
		throw new CommandFailure('must specify --patch or --patch-file containing the contents of the patch');
	}

	if (flags.on('local') && words.length > 0) {
		throw new CommandFailure('cannot specify --local and server resources');
	}

	if (flags.on('local') && flags.text('dry-run') === 'server') {
		throw new CommandFailure('cannot specify --local and --dry-run=server - did you mean --dry-run=client?');
	}

	const text = flags.text('type') || 'strategic';
	const type = patchTypes.find((one) => one === text.toLowerCase());
	if (!type) {
		throw new CommandFailure(`--type must be one of [${patchTypes.join(' ')}], not ${JSON.stringify(text)}`);
	}

	return type;
};

const readPatch = ({flags, environment}: Invocation): UserPatch => {
	const file = flags.text('patch-file');
	const text = file ? environment.files[file] : flags.text('patch');
	if (text === undefined) {
		throw new CommandFailure(`unable to read patch file: open ${file}: no such file or directory`);
	}

	if (text.trimStart().startsWith('{')) {
		try {
			const body: unknown = JSON.parse(text);
			return {body};
		} catch {
			return {body: undefined, text};
		}
	}

	try {
		const body: unknown = parse(text);
		return {body};
	} catch (error) {
		throw new CommandFailure(
			`unable to parse ${JSON.stringify(flags.text('patch'))}: yaml: ${messageOf(error).split('\n', 1)[0]}`,
		);
	}
};

/** Media types of patches, by the word of `--type`. */
const mediaTypes: Readonly<Record<string, string>> = {
	strategic: 'application/strategic-merge-patch+json',
	merge: 'application/merge-patch+json',
};

/** The error that the server does not accept a type of patch for a kind. */
const unsupported = (type: string, {group, version, kind}: ApiResource, message: string): string =>
	`${mediaTypes[type] ?? 'application/json-patch+json'} is not supported by ${group}/${version}, Kind=${kind}: ${message}`;

/** `kubectl patch`: sends a patch as the user wrote it. */
export function* patch(invocation: Invocation): Routine<number | void> {
	const {flags} = invocation;
	const dryRun = dryRunOf(invocation);
	const format = formatOf(invocation);
	const type = typeOf(invocation);
	const {body, text} = readPatch(invocation);
	yield* invocation.target();
	yield* note('kubectl.parse', {
		case: 'patch',
		input: flags.text('patch') || flags.text('patch-file'),
		output: text ?? goJSON(body),
		type,
	});
	const local = flags.on('local');
	const {items, errors} = yield* selectItems(invocation, {local});
	const failures: unknown[] = [...errors];
	for (const {resource, namespace, name, object: before, inFile} of items) {
		const subresource = flags.text('subresource') || undefined;
		try {
			const result =
				local || dryRun === 'client'
					? patchedHere(before, type, body)
					: yield* invocation.patch(resource, namespace, name, type === 'strategic' ? 'strategic-merge' : type, body, {
							query: {...dryRunQuery(dryRun), fieldManager: fieldManager(invocation, 'kubectl-patch')},
							subresource,
							...(text === undefined ? {} : {text}),
						});
			yield* note(
				'kubectl.request',
				{case: 'patched', of: objectName(resource, name), before, after: result},
				{object: keyOf(resource, namespace, name)},
			);
			// Upstream compares with the object of the file, if there is one.
			const isChanged = !equal(inFile ?? before, result);
			const answered = {kind: result.kind ?? resource.kind, group: groupVersionOf(result.apiVersion ?? '').group};
			// Upstream does not mention a dry run here.
			printResult(invocation, format, answered, result, isChanged ? 'patched' : 'patched (no change)');
		} catch (error) {
			const failure = isFailure(error);
			const isUnsupported = failure instanceof ApiError && failure.reason === 'UnsupportedMediaType';
			failures.push(isUnsupported ? new CommandFailure(unsupported(type, resource, failure.message)) : failure);
		}
	}

	throwAll(failures);
	if (items.length === 0) {
		throw new CommandFailure('no objects passed to patch');
	}
}
