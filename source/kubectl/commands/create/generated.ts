import {ApiError} from '../../../client/errors.js';
import type {Routine} from '../../../kernel/routine.js';
import {note} from '../../../stages/note.js';
import {withValue, type Unstructured} from '../../../objects/unstructured.js';
import type {Command} from '../../command.js';
import {CommandFailure, usageFailure} from '../../failure.js';
import {fieldManager} from '../../field-manager.js';
import type {Invocation} from '../../invocation.js';
import {withLastApplied} from '../../last-applied.js';
import {fieldValidation} from '../../manifests/validate.js';
import {dryRunOf, dryRunQuery, formatOf, printResult, type DryRun} from '../../printing/output.js';
import {pathOf} from '../../resource-path.js';

/** The result of a generator from the flags of its command. */
export interface Generated {
	readonly object: Unstructured;
	/** The words before a failure's message where upstream has them: with a colon, or without one, as for Secrets. */
	readonly failing?: string;
	/** Warnings for standard error. */
	readonly warnings?: readonly string[];
}

/** Makes an object from words and flags. */
export type Generator = (invocation: Invocation, name: string) => Routine<Generated>;

/** The namespace that is written into an object that kubectl makes: that of the flag, or, where the object is sent, of the context. */
export const writtenNamespace = (
	{flags}: Invocation,
	dryRun: DryRun,
	chosen: string | undefined,
): string | undefined => (flags.changed('namespace') || dryRun !== 'client' ? chosen : undefined);

/** A command that makes an object from its flags and sends or only prints it. */
export const creating = (generate: Generator, options: {readonly namespaced?: boolean} = {}): Command =>
	function* (invocation) {
		const {words, flags} = invocation;
		fieldValidation(invocation);
		const before = invocation.line.dashAt === -1 ? words : words.slice(0, invocation.line.dashAt);
		const [name, ...others] = before;
		if (name === undefined || others.length > 0) {
			throw usageFailure(invocation.commandPath, `exactly one NAME is required, got ${before.length}`);
		}

		const dryRun = dryRunOf(invocation);
		const format = {...formatOf(invocation), typed: true};
		yield* invocation.target();
		const {object: plain, failing, warnings = []} = yield* generate(invocation, name);
		for (const warning of warnings) {
			invocation.warn(warning);
		}

		const chosen = yield* invocation.namespace();
		const namespaced = options.namespaced ?? true;
		const written = namespaced ? writtenNamespace(invocation, dryRun, chosen) : undefined;
		const placed = written === undefined ? plain : withValue(plain, ['metadata', 'namespace'], written);
		const object = flags.on('save-config') ? withLastApplied(placed, {typed: true}) : placed;
		const {apiVersion = '', kind = ''} = object;
		yield* note('kubectl.generate', {
			case: 'create',
			command: invocation.commandPath,
			kind,
			name,
			input: invocation.line.arguments,
			output: object,
		});
		const resource = yield* invocation.lookUp((resources) => resources.ofKind(apiVersion, kind));
		if (!resource) {
			throw new CommandFailure(`no matches for kind "${kind}" in version "${apiVersion}"`);
		}

		yield* note('kubectl.negotiate', {
			case: 'created-kind',
			apiVersion,
			kind,
			resource: resource.plural,
			url: pathOf(resource, chosen),
		});
		if (dryRun === 'client') {
			printResult(invocation, format, resource, object, 'created', dryRun);
			return;
		}

		try {
			const created = yield* invocation.create(resource, namespaced ? chosen : undefined, object, {
				query: {
					...dryRunQuery(dryRun),
					fieldManager: fieldManager(invocation, 'kubectl-create'),
					...(flags.text('validate') ? {fieldValidation: fieldValidation(invocation)} : {}),
				},
			});
			printResult(invocation, format, resource, created, 'created', dryRun);
		} catch (error) {
			throw error instanceof ApiError && failing
				? new CommandFailure(`failed to create ${failing} ${error.message}`)
				: error;
		}
	};
