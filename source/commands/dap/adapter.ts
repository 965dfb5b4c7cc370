import type {DebugProtocol} from '@vscode/debugprotocol';
import {errorText} from '../../kernel/error-text.js';
import {isRecord, type Fields} from '../../kernel/record.js';
import {Mistake, Mistakes} from '../../scenario/mistake.js';
import {Arguments, RequestError} from './arguments.js';
import {
	dataBreakpoint,
	exceptionBreakpoint,
	exceptionFilters,
	functionBreakpoint,
	lineBreakpoint,
} from './breakpoints.js';
import {completionsOf} from './completions.js';
import {attach, attachServed, launch} from './debuggee.js';
import {Debugging} from './debugging.js';
import {Looks} from './looks.js';
import type {ServedCluster} from './served.js';

/** The capabilities of the adapter. */
const capabilities: DebugProtocol.Capabilities = {
	supportsConfigurationDoneRequest: true,
	supportsFunctionBreakpoints: true,
	supportsConditionalBreakpoints: true,
	supportsHitConditionalBreakpoints: true,
	supportsLogPoints: true,
	supportsEvaluateForHovers: true,
	supportsStepBack: true,
	supportsDataBreakpoints: true,
	supportsLoadedSourcesRequest: true,
	supportsExceptionFilterOptions: true,
	supportsExceptionInfoRequest: true,
	supportsCompletionsRequest: true,
	completionTriggerCharacters: [':', ' '],
	supportsTerminateRequest: true,
	supportsDelayedStackTraceLoading: true,
	exceptionBreakpointFilters: exceptionFilters.map(({filter, label, description, default: isDefault}) => ({
		filter,
		label,
		description,
		default: isDefault,
		supportsCondition: true,
	})),
};

/** The surroundings of an adapter. */
interface Door {
	/** Sends a message to the client. */
	readonly send: (message: DebugProtocol.Response | DebugProtocol.Event) => void;
	/** Runs a function after the data that has arrived is read. */
	readonly later: (work: () => void) => void;
	/** The client is done. */
	readonly end: () => void;
}

type Handler = (given: Arguments) => object | undefined;

/** A run and the part that a client has seen. */
interface Debugged {
	readonly debugging: Debugging;
	readonly looks: Looks;
	readonly given: Arguments;
}

const wordsOf = (error: unknown): string =>
	error instanceof Mistake || error instanceof Mistakes ? error.toString() : errorText(error);

/**
Speaks the Debug Adapter Protocol for one client: the debugged program is a cluster with the manifests that are applied to it.

@see https://microsoft.github.io/debug-adapter-protocol/specification
*/
export class Adapter {
	readonly #door: Door;
	#seq = 0;
	#debugged: Debugged | undefined;

	/** @param attached the cluster of a server; only this cluster can then be debugged. */
	constructor(
		door: Door,
		readonly attached?: ServedCluster,
	) {
		this.#door = door;
	}

	/** Processes a message of the client and answers it; ignores a message that is not a request. */
	take(message: unknown): void {
		const {type, seq, command, arguments: given} = isRecord(message) ? message : {};
		if (type !== 'request' || typeof seq !== 'number' || typeof command !== 'string') {
			return;
		}

		const answer: Pick<DebugProtocol.Response, 'type' | 'request_seq' | 'command'> = {
			type: 'response',
			request_seq: seq,
			command,
		};
		try {
			const handler = Object.hasOwn(this.#handlers, command) ? this.#handlers[command] : undefined;
			if (!handler) {
				throw new RequestError(`the request "${command}" is not supported`);
			}

			const body = handler(new Arguments(given));
			this.#send({...answer, success: true, ...(body ? {body} : {})});
		} catch (error) {
			this.refuse({seq, command}, wordsOf(error));
		}

		if (command === 'disconnect') {
			this.#door.end();
		}
	}

	/** Answers a request of the client with a refusal, and says why. */
	refuse({seq, command}: Fields, words: string): void {
		this.#send({
			type: 'response',
			request_seq: Number(seq),
			command: String(command),
			success: false,
			message: words,
			body: {error: {id: 1, format: words, showUser: true}},
		});
	}

	/** Reports the end of the debuggee to the client. */
	terminate(): void {
		this.#emit('terminated');
	}

	/** The client has disconnected. */
	leave(): void {
		this.#debugged?.debugging.abandon();
	}

	#send(message: Omit<DebugProtocol.Response, 'seq'> | Omit<DebugProtocol.Event, 'seq'>): void {
		this.#door.send({...message, seq: ++this.#seq});
	}

	readonly #emit = (event: string, body?: object): void => {
		const looks = this.#debugged?.looks;
		if (event === 'stopped' && looks && isRecord(body)) {
			looks.clear();
			const {process, ...rest} = body;
			this.#send({type: 'event', event, body: {...rest, threadId: looks.threads.idOf(String(process))}});
		} else {
			this.#send({type: 'event', event, ...(body ? {body} : {})});
		}
	};

	/** Work that is done later has no waiting request: an error in it ends the run, with a message. */
	readonly #later = (work: () => void): void => {
		this.#door.later(() => {
			try {
				work();
			} catch (error) {
				this.#debugged?.debugging.abandon();
				this.#emit('output', {category: 'important', output: `${wordsOf(error)}\n`});
				this.#emit('terminated');
			}
		});
	};

	get #now(): Debugged {
		if (!this.#debugged) {
			throw new RequestError('nothing is being debugged yet: launch or attach first');
		}

		return this.#debugged;
	}

	/** The run, which must be stopped to be viewed or moved. */
	get #still(): Debugged {
		const now = this.#now;
		if (now.debugging.running) {
			throw new RequestError('the run is in progress: pause it first');
		}

		return now;
	}

	#start(given: Arguments, startMethod: 'launch' | 'attach'): undefined {
		const {attached} = this;
		if (attached && startMethod === 'launch') {
			throw new RequestError('this is a server: attach to it instead of launching');
		}

		const start = startMethod === 'launch' ? launch : attach;
		const debuggee = attached ? attachServed(given, attached) : start(given);
		this.#debugged?.debugging.abandon();
		const debugging = new Debugging(debuggee, this.#emit, this.#later);
		this.#debugged = {debugging, looks: new Looks(debugging), given};
		this.#emit('process', {name: 'a simulated Kubernetes cluster', isLocalProcess: false, startMethod});
		for (const warning of debuggee.warnings) {
			debugging.output('important', `warning: ${warning}\n`);
		}

		// Breakpoints are sent from here on.
		this.#later(() => {
			this.#emit('initialized');
		});
		return undefined;
	}

	#begin(): undefined {
		const {debugging, given} = this.#now;
		if (given.boolean('noDebug')) {
			this.#later(() => {
				const code = debugging.conclude() ? 0 : 1;
				this.#emit('exited', {exitCode: code});
				this.#emit('terminated');
			});
		} else {
			debugging.begin(given.boolean('stopOnEntry') ?? false);
		}

		return undefined;
	}

	#move(move: (debugging: Debugging) => void, body?: object): object | undefined {
		move(this.#still.debugging);
		return body;
	}

	readonly #handlers: Readonly<Record<string, Handler>> = {
		initialize: () => capabilities,
		launch: (given) => this.#start(given, 'launch'),
		attach: (given) => this.#start(given, 'attach'),
		configurationDone: () => this.#begin(),
		setBreakpoints: (given) => {
			const {debugging} = this.#now;
			const file = given.in('source').text('path') ?? '';
			return {
				breakpoints: debugging.place(
					`file ${file}`,
					given.list('breakpoints').map((one) => lineBreakpoint(debugging.debuggee, file, one)),
				),
			};
		},
		setFunctionBreakpoints: (given) => {
			const {debugging} = this.#now;
			return {
				breakpoints: debugging.place(
					'function breakpoint',
					given.list('breakpoints').map((one) => functionBreakpoint(debugging.recording, one)),
				),
			};
		},
		setDataBreakpoints: (given) => ({
			breakpoints: this.#now.debugging.place(
				'data breakpoint',
				given.list('breakpoints').map((one) => dataBreakpoint(one)),
			),
		}),
		setExceptionBreakpoints: (given) => ({
			breakpoints: this.#now.debugging.place('exception', [
				...given.texts('filters').map((filter) => exceptionBreakpoint(filter, new Arguments({}))),
				...given.list('filterOptions').map((one) => exceptionBreakpoint(one.text('filterId') ?? '', one)),
			]),
		}),
		dataBreakpointInfo: (given) => this.#still.looks.dataBreakpointInfo(given),
		continue: () =>
			this.#move(
				(debugging) => {
					debugging.proceed(1);
				},
				{allThreadsContinued: true},
			),
		reverseContinue: () =>
			this.#move((debugging) => {
				debugging.proceed(-1);
			}),
		next: () =>
			this.#move((debugging) => {
				debugging.step('over', 1);
			}),
		stepIn: () =>
			this.#move((debugging) => {
				debugging.step('into', 1);
			}),
		stepOut: () =>
			this.#move((debugging) => {
				debugging.step('out', 1);
			}),
		stepBack: (given) =>
			this.#move((debugging) => {
				debugging.step(given.text('granularity') === 'instruction' ? 'into' : 'over', -1);
			}),
		pause: () => {
			const {debugging} = this.#now;
			this.#later(() => {
				debugging.pause();
			});
			return undefined;
		},
		threads: () => this.#now.looks.threadList(),
		stackTrace: (given) => this.#still.looks.stackTrace(given),
		scopes: (given) => this.#still.looks.scopes(given),
		variables: (given) => this.#still.looks.variables(given),
		source: (given) => this.#still.looks.source(given),
		loadedSources: () => this.#still.looks.loadedSources(),
		exceptionInfo: () => this.#still.looks.exceptionInfo(),
		completions: (given) => completionsOf(this.#still.debugging, given),
		evaluate: (given) => this.#still.looks.evaluate(given),
		terminate: () => {
			this.#debugged?.debugging.abandon();
			this.#later(() => {
				this.#emit('terminated');
			});
			return undefined;
		},
		disconnect: () => {
			this.leave();
			return undefined;
		},
	};
}
