import type {DebugProtocol} from '@vscode/debugprotocol';
import {Adapter} from '../commands/dap/adapter.js';
import {must} from './must.js';

type Message = DebugProtocol.Response | DebugProtocol.Event;
const isEvent = (message: Message): message is DebugProtocol.Event => message.type === 'event';
export const isResponse = (message: Message): message is DebugProtocol.Response => message.type === 'response';

/** A client of the debug adapter that sends requests, and waits until no further events arrive. */
export class DapClient {
	readonly messages: Message[] = [];
	readonly #later: Array<() => void> = [];
	readonly #adapter: Adapter;
	#seq = 0;
	ended = false;

	constructor() {
		this.#adapter = new Adapter({
			send: (message) => {
				this.messages.push(message);
			},
			later: (work) => {
				this.#later.push(work);
			},
			end: () => {
				this.ended = true;
			},
		});
	}

	/** Sends a request, and does not wait. @returns its number */
	begin(command: string, given: object = {}): number {
		const seq = ++this.#seq;
		this.#adapter.take({seq, type: 'request', command, arguments: given});
		return seq;
	}

	/** The whole answer. */
	answer(command: string, given: object = {}): DebugProtocol.Response {
		const seq = this.begin(command, given);
		for (let work = this.#later.shift(); work; work = this.#later.shift()) {
			work();
		}

		return must(
			this.messages.filter(isResponse).find(({request_seq}) => request_seq === seq),
			`answer to ${command}`,
		);
	}

	/** The content of the answer. @throws {Error} with the adapter's words when it refuses. */
	ask<Body = undefined>(command: string, given: object = {}): Body {
		const {success, message, body} = this.answer(command, given);
		if (!success) {
			throw new Error(message);
		}

		return body;
	}

	/** Bodies of the events of a kind so far, which are removed. */
	events<Event extends DebugProtocol.Event>(event: Event['event']): ReadonlyArray<Event['body']> {
		const found = this.messages.filter(isEvent).filter((message) => message.event === event);
		for (const message of found) {
			this.messages.splice(this.messages.indexOf(message), 1);
		}

		return found.map(({body}) => body);
	}

	/** The last stop of the run. */
	get stopped(): DebugProtocol.StoppedEvent['body'] {
		return must(this.events<DebugProtocol.StoppedEvent>('stopped').at(-1), 'stop');
	}

	/** The frames of the stop, which is in the thread that stopped. */
	stack(threadId: number): readonly DebugProtocol.StackFrame[] {
		return this.ask<DebugProtocol.StackTraceResponse['body']>('stackTrace', {threadId}).stackFrames;
	}

	/** The variables of a scope of the first frame. */
	scope(threadId: number, name: string): readonly DebugProtocol.Variable[] {
		const {scopes} = this.ask<DebugProtocol.ScopesResponse['body']>('scopes', {frameId: this.stack(threadId)[0]?.id});
		const {variablesReference} = must(
			scopes.find((scope) => scope.name === name),
			name,
		);
		return this.ask<DebugProtocol.VariablesResponse['body']>('variables', {variablesReference}).variables;
	}

	line(file: string, ...lines: ReadonlyArray<DebugProtocol.SourceBreakpoint>): readonly DebugProtocol.Breakpoint[] {
		return this.ask<DebugProtocol.SetBreakpointsResponse['body']>('setBreakpoints', {
			source: {path: file},
			breakpoints: lines,
		}).breakpoints;
	}

	functions(...breakpoints: ReadonlyArray<DebugProtocol.FunctionBreakpoint>): readonly DebugProtocol.Breakpoint[] {
		return this.ask<DebugProtocol.SetFunctionBreakpointsResponse['body']>('setFunctionBreakpoints', {breakpoints})
			.breakpoints;
	}

	evaluate(expression: string): string {
		return this.ask<DebugProtocol.EvaluateResponse['body']>('evaluate', {expression}).result;
	}
}
