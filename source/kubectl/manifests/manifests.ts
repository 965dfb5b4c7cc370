import type {Routine} from '../../kernel/routine.js';
import {parseLabelSelector} from '../../objects/label-selector.js';
import {matchesRequirements, type Requirement} from '../../objects/labels.js';
import {CommandFailure, messageOf, throwAll} from '../failure.js';
import type {Invocation} from '../invocation.js';
import {expand} from './files.js';
import {negotiate, type Manifest} from './negotiate.js';
import {flatten, parseFile} from './parse.js';
import {validate} from './validate.js';

/**
Reads the manifests that `-f` names: files, folders, standard input; several documents and lists in each.

Each is parsed, checked for its apiVersion and kind, and matched with a served resource. Failures are in `errors`; the rest is usable.

@param options `selected`: only those that `-l` selects. `local`: the objects stay as in the files, without a namespace from flags or context.
@mirrors cli-runtime/pkg/resource Builder
*/
export function* loadManifests(
	invocation: Invocation,
	options: {readonly validate?: boolean; readonly local?: boolean; readonly selected?: boolean} = {},
): Routine<{manifests: readonly Manifest[]; errors: readonly unknown[]}> {
	if (invocation.flags.text('kustomize')) {
		throw new CommandFailure('this simulation has no kustomize; give the built manifests with -f');
	}

	const selector = options.selected ? labelSelector(invocation.flags.text('selector')) : [];
	const manifests: Manifest[] = [];
	const errors: unknown[] = [];
	// As upstream, nothing after an invalid document is read from its file.
	const paths = invocation.flags.list('filename');
	if (paths.filter((path) => path === '-').length > 1) {
		throw new CommandFailure('standard input cannot be used for multiple arguments');
	}

	const missing: unknown[] = [];
	const files = paths.flatMap((path) => {
		try {
			return expand(invocation, path);
		} catch (error) {
			missing.push(known(error));
			return [];
		}
	});
	throwAll(missing);
	for (const {source, text} of files) {
		try {
			const {documents, refuse} = yield* parseFile(source, text);
			for (const parsed of documents) {
				if (options.validate !== false) {
					yield* validate(invocation, parsed);
				}

				for (const document of flatten(parsed)) {
					try {
						const manifest = yield* negotiate(invocation, document, options.local ?? false);
						if (matchesRequirements(selector, manifest.object.metadata?.labels)) {
							manifests.push(manifest);
						}
					} catch (error) {
						errors.push(known(error));
					}
				}
			}

			if (refuse) {
				yield* refuse();
			}
		} catch (error) {
			errors.push(known(error));
		}
	}

	return {manifests, errors};
}

const labelSelector = (text: string): readonly Requirement[] => {
	try {
		return text ? parseLabelSelector(text) : [];
	} catch (error) {
		throw new CommandFailure(`the provided selector ${JSON.stringify(text)} is not valid: ${messageOf(error)}`);
	}
};

/** A failure of kubectl itself. Refusals of the server and programming mistakes are thrown again. */
const known = (error: unknown): CommandFailure => {
	if (error instanceof CommandFailure) {
		return error;
	}

	throw error;
};
