import type {DebugProtocol} from '@vscode/debugprotocol';
import type {ManifestObject} from '../../diagnosis/manifest-object.js';
import {isRecord} from '../../kernel/record.js';
import type {Stop} from '../../kernel/stop.js';
import {formatTime} from '../../exports/stop-line.js';
import {keyNow} from '../../classroom/place.js';
import {isObject} from '../../objects/kubernetes-object.js';
import {sentenceOf} from '../../stages/sentence.js';
import {formAt} from '../../stages/writers/in-flight.js';
import {needed, RequestError, type Arguments} from './arguments.js';
import type {Debugging} from './debugging.js';
import {evaluate} from './evaluate.js';
import {performFutureWord} from './future-words.js';
import {fileSource, Sources} from './sources.js';
import {Threads, type ShownFrame} from './threads.js';
import {Values, type Held} from './values.js';
import {keyOfManifest} from '../../diagnosis/resource-of-kind.js';

/** An expression's view of a frame: the frame's subject, with the facts at its entry. */
const framed = ({stop, frame}: ShownFrame): Stop =>
	frame ? {...stop, stage: frame.name, object: frame.object, facts: frame.facts} : stop;

/** The parts that a client reads while the run is paused: threads, stacks, variables, sources, expressions. */
export class Looks {
	readonly #values = new Values();
	readonly #sources = new Sources();
	readonly threads = new Threads();

	constructor(readonly debugging: Debugging) {}

	/** Numbers of values and frames mean nothing any more. */
	clear(): void {
		this.#values.clear();
		this.threads.clear();
	}

	threadList(): {readonly threads: DebugProtocol.Thread[]} {
		const {recording, stop} = this.debugging;
		return {threads: this.threads.list(recording, stop)};
	}

	stackTrace(given: Arguments) {
		const {recording, cursor} = this.debugging;
		const stop = this.threads.stopOf(recording, given.number('threadId') ?? 0, cursor);
		const frames = stop ? this.threads.stack(stop) : [];
		const start = given.number('startFrame') ?? 0;
		const levels = given.number('levels') ?? 0;
		return {
			stackFrames: frames
				.slice(start, levels === 0 ? undefined : start + levels)
				.map((frame): DebugProtocol.StackFrame => ({id: frame.id, name: frame.name, ...this.#placeOf(frame)})),
			totalFrames: frames.length,
		};
	}

	/** The place of a frame: a line of the user's manifest, or of the object as it is stored. */
	#placeOf({stop, frame}: ShownFrame): Pick<DebugProtocol.StackFrame, 'source' | 'line' | 'column'> {
		const {debugging} = this;
		const field = stop.step === debugging.cursor && !frame ? debugging.hitField : undefined;
		if (field) {
			const {line, column} = field.object.positionOf(field.path);
			return {source: fileSource(field.object.file), line, column};
		}

		const {file, line} = frame ? {} : (stop.facts ?? {});
		if (typeof line === 'number' && debugging.debuggee.objects.some((object) => object.file === file)) {
			return {source: fileSource(String(file)), line, column: 1};
		}

		const key = frame ? frame.object : stop.object;
		const written = this.#writtenFor({stop, frame}, key);
		if (written) {
			const {line, column} = written.positionOf([]);
			return {source: fileSource(written.file), line, column};
		}

		const source = key === undefined ? undefined : this.#sources.of(key);
		return source && key !== undefined
			? {source, line: this.#sources.changedLine(debugging.recording, key, stop.step), column: 1}
			: {line: 0, column: 0};
	}

	/** The object from the user's manifests for a frame, before an object is stored. */
	#writtenFor({stop, frame}: ShownFrame, key: string | undefined): ManifestObject | undefined {
		const {recording, debuggee} = this.debugging;
		const stored = key === undefined ? undefined : recording.kernel.ledger.readAt(key, stop.step);
		if (stored !== undefined) {
			return undefined;
		}

		const {objectKind, objectName} = frame ? {} : (stop.facts ?? {});
		const carried = frame ? undefined : formAt(stop);
		const form = isObject(carried) ? carried : undefined;
		return debuggee.objects.find(
			(object) =>
				(key !== undefined && keyOfManifest(recording, object) === key) ||
				(object.kind === objectKind && object.name === objectName) ||
				(object.kind === form?.kind && object.name === form?.metadata.name),
		);
	}

	scopes(given: Arguments): {readonly scopes: DebugProtocol.Scope[]} {
		const shown = this.threads.frame(given.number('frameId') ?? 0);
		if (!shown) {
			throw new RequestError('this frame is gone: the run has moved on');
		}

		const {stop, frame} = shown;
		const key = frame ? frame.object : stop.object;
		const facts = frame ? frame.facts : stop.facts;
		const stored = key === undefined ? undefined : this.debugging.recording.kernel.ledger.readAt(key, stop.step);
		const parts: ReadonlyArray<readonly [name: string, held: Held]> = [
			['Object', {value: (frame ? undefined : formAt(stop)) ?? stored, path: [], root: 'object', key}],
			[
				'Request',
				{
					value: frame ? (facts?.['request'] ?? facts?.['info']) : this.debugging.recording.request(stop),
					path: [],
					root: 'request',
				},
			],
			['Facts', {value: facts, path: [], root: 'facts'}],
			['Stop', {value: this.#stopFields(stop), path: []}],
		];
		return {
			scopes: parts.flatMap(([name, held]) => {
				const variablesReference = this.#values.hold(held);
				return variablesReference === 0 ? [] : [{name, variablesReference, expensive: false}];
			}),
		};
	}

	#stopFields(stop: Stop): Readonly<Record<string, unknown>> {
		const {step, stage, process, component, object, outcome, cause, timeMs} = stop;
		const before = this.debugging.recording.stops.get(cause);
		return {
			sentence: sentenceOf(stop, 'en'),
			stage,
			process,
			component,
			object,
			outcome,
			step,
			time: `${formatTime(timeMs - this.debugging.fromMs)} s`,
			cause: before ? `#${cause} ${before.stage}: ${sentenceOf(before, 'en')}` : 'you',
		};
	}

	variables(given: Arguments): {readonly variables: DebugProtocol.Variable[]} {
		const reference = needed(given.number('variablesReference'), 'variablesReference');
		return {variables: this.#values.inside(reference, given.number('start'), given.number('count'))};
	}

	/** The data that can be watched under a name: a field in a scope, or `pod/web spec.nodeName`. */
	dataBreakpointInfo(given: Arguments) {
		const name = given.text('name') ?? '';
		const reference = given.number('variablesReference');
		const {recording, cursor} = this.debugging;
		const [object = '', path] = name.split(/\s+/);
		const key = reference === undefined && path !== undefined ? keyNow(recording, object, cursor) : undefined;
		const named = key !== undefined && path !== undefined ? {key, path} : undefined;
		const field = reference === undefined ? named : this.#values.field(reference, name);
		return field
			? {
					dataId: `${field.key} ${field.path}`,
					description: `${field.path} of ${field.key}`,
					accessTypes: ['write'],
					canPersist: true,
				}
			: {dataId: null, description: 'a data breakpoint needs a field of a stored object'};
	}

	source(given: Arguments) {
		const {recording, cursor} = this.debugging;
		const reference = given.number('sourceReference') || given.in('source').number('sourceReference') || 0;
		const content = this.#sources.text(recording, reference, cursor);
		if (content === undefined) {
			throw new RequestError('there is no such source');
		}

		return {content, mimeType: 'text/x-yaml'};
	}

	loadedSources(): {readonly sources: DebugProtocol.Source[]} {
		const {recording, cursor, debuggee} = this.debugging;
		const files = [...new Set(debuggee.objects.map(({file}) => file))];
		return {sources: [...files.map(fileSource), ...this.#sources.list(recording, cursor)]};
	}

	exceptionInfo() {
		const {stop} = this.debugging;
		const message = stop?.facts?.['message'];
		const sentence = stop ? sentenceOf(stop, 'en') : '';
		return {
			exceptionId: stop?.outcome ?? 'none',
			description: typeof message === 'string' ? message : sentence,
			breakMode: 'always',
		};
	}

	evaluate(given: Arguments) {
		const {debugging} = this;
		const {recording, stop, debuggee} = debugging;
		const shown = this.threads.frame(given.number('frameId') ?? 0);
		const at = shown ? framed(shown) : stop;
		if (!at) {
			throw new RequestError('the run has not begun');
		}

		const expression = needed(given.text('expression'), 'expression');
		const said = performFutureWord(debugging, expression);
		if (said) {
			const shown = this.#values.shown({value: said.value, path: []});
			return {...(said.value ? shown : {variablesReference: 0}), result: said.text};
		}

		const here = /^\s*(?:kubectl\s|:)/.test(expression) ? (stop ?? at) : at;
		const done = debugging.during(() =>
			evaluate(recording, here, debugging.futures, expression, debuggee.applied?.manifests.files ?? {}),
		);
		const begins = 'recording' in done ? debugging.take(done.recording, done.terminal) : undefined;
		if (begins !== undefined) {
			debugging.output('console', `${begins}\n`);
		}

		return 'value' in done
			? this.#values.shown({value: done.value, path: [], ...(isRecord(done.value) ? {root: `(${expression})`} : {})})
			: {result: done.text, variablesReference: 0};
	}
}
