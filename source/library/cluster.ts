import {
	checkFault,
	createCluster,
	nextTerminalKey,
	type ClusterRecording,
	type Extensions,
	type TerminalEntry,
} from '../cluster.js';
import {filesOfCommand} from '../commands/manifests.js';
import {futuresOf, printRecording, readRecording, replay} from '../commands/replay.js';
import {readPath} from '../debugger/blame.js';
import {matchesBreakpoint, parseBreakpoint} from '../debugger/breakpoint.js';
import {causes} from '../debugger/cause.js';
import {firstFuture} from '../debugger/futures.js';
import {Divergence} from '../debugger/recording.js';
import {seek, type Found} from '../debugger/seek.js';
import {addBreakpoint, emptySession, hitBreakpoints, proceed, removeBreakpoint} from '../debugger/session.js';
import {Mistake, Mistakes} from '../scenario/mistake.js';
import {bootedRun} from '../booted.js';
import type {Stop as KernelStop} from '../kernel/stop.js';
import {breakpointLine} from '../classroom/place.js';
import type {Event, Resources} from '../objects/kubernetes.generated.js';
import type {KubernetesObject} from '../objects/kubernetes-object.js';
import type {ResourceName} from '../objects/resources.js';
import type {TrafficClient} from '../objects/traffic-client.js';
import {authorAt, type Authorship} from '../screen/state/authorship.js';
import {compared, Futures, type Comparison, type FutureInfo} from './futures.js';
import {applicationOf, namesOf, readably, chosenScenario, type ClusterOptions, type Manifests} from './input.js';
import {eventsAbout, keyOfObject, objectsOf, type ListFilter} from './objects.js';
import {explored, type Exploration, type ExploreOptions} from './explore.js';
import {checkFunction, checkNumber, checkRecord, checkText, wrong} from './given.js';
import {checkManifests, checkOptions, checkStep} from './given-options.js';
import {seen, type Stop} from './stop.js';
import {checkUntil, searchOf, type Until} from './until.js';

/** The output of a kubectl command, and its end. */
export interface KubectlResult {
	readonly stdout: string;
	readonly stderr: string;
	/** Exit code. */
	readonly code: number;
}

/** A kubectl command that may still run: each field has its current state. */
export interface RunningCommand {
	readonly stdout: string;
	readonly stderr: string;
	/** Exit code; `undefined` while it runs. */
	readonly code: number | undefined;
}

/** The longest time to continue. */
export interface Patience {
	/** Virtual milliseconds; ten minutes by default. */
	readonly withinMs?: number;
}

/** The places where breakpoints stopped a run. */
export interface Hit {
	readonly stop: Stop;
	/** Numbers of the breakpoints. */
	readonly breakpoints: readonly number[];
}

/** The awaited state was not reached. */
export class NotReached extends Error {
	override name = 'NotReached';
}

/** The viewed step: the state of the cluster just after it; by default the last one. */
export interface AsOf {
	readonly at?: number;
}

const defaultMs = 600_000;

const objectWords = 'text such as "pods/web"';

/** Every stop counts: the time is the limit. */
const unlimited = Number.POSITIVE_INFINITY;

/**
A complete simulated Kubernetes v1.36 cluster for tests and scripts.

Everything is synchronous and deterministic: the same scenario, seed and calls give the same stops, byte for byte, on every machine. Time is virtual
and passes only while a method runs the cluster: waiting for ten minutes costs no real time. Each cluster is independent of all others.

@example
const cluster = Cluster.create();
cluster.apply(readFileSync('web.yaml', 'utf8'));
cluster.runUntil({object: 'deploy/web', cel: 'object.status.readyReplicas == 3'});
*/
export class Cluster {
	readonly #recording: ClusterRecording;
	readonly #extensions: Extensions;
	#session = emptySession;

	readonly #remarks: readonly string[];

	readonly #futures: Futures;
	readonly #name: string;

	private constructor(
		recording: ClusterRecording,
		extensions: Extensions,
		{
			remarks = [],
			futures = new Futures(recording),
			name = firstFuture.name,
		}: {readonly remarks?: readonly string[]; readonly futures?: Futures; readonly name?: string} = {},
	) {
		this.#recording = recording;
		this.#extensions = extensions;
		this.#remarks = remarks;
		this.#futures = futures;
		this.#name = name;
	}

	/**
	A cluster whose control plane and nodes have started, at rest.

	@throws {Mistakes} with file, line and column of the errors of the scenario, or a dump.
	*/
	static create(options: ClusterOptions = {}): Cluster {
		checkOptions('create', options);
		const {controllers, programs, schedulerPlugins} = options;
		const extensions = {controllers, programs, schedulerPlugins};
		namesOf(extensions);
		const {scenario, remarks} = chosenScenario(options);
		const recording = bootedRun(scenario, (chosen) => createCluster(chosen, {extensions}));
		return new Cluster(recording, extensions, {remarks});
	}

	/**
	Plays a test of your controllers once, then once for each fault at each of their writes: killed there and started again, the answer
	lost, a conflict, an error, late watches, missed events.

	@param options as for {@link Cluster.create}, with `controllers`.
	@param test uses the cluster; the run then continues until it rests.
	@returns the runs whose end differs from that of the run without faults.
	@throws the error of the test, when it fails without faults.
	@example const {findings} = Cluster.explore({controllers: [greeter]}, (cluster) => cluster.apply(greeting));
	*/
	static explore(
		options: ClusterOptions,
		test: (cluster: Cluster) => unknown,
		limits: ExploreOptions = {},
	): Exploration {
		checkOptions('explore', options);
		checkFunction('explore', 'test', 'a function that uses the cluster', test);
		const create = () => {
			const cluster = Cluster.create(options);
			return {
				recording: cluster.#recording,
				play() {
					test(cluster);
					return cluster.rest();
				},
				printed: () => cluster.recording(),
			};
		};
		return explored(
			create,
			(options.controllers ?? []).map(({name}) => name),
			limits,
		);
	}

	/**
	The cluster of a recording, at its end.

	@param text of a recording, made by {@link Cluster.recording} or by the command `record`.
	@param extensions the code of the recorded cluster that is not part of Kubernetes.
	@throws {Mistakes} when it is not a recording, or needs code that is not given. @throws {Divergence} when the run is not the recorded one.
	*/
	static replay(text: string, extensions: Extensions = {}): Cluster {
		checkText('replay', 'text', 'the text of a recording', text);
		const file = readably(() => readRecording(text, 'recording', namesOf(extensions)));
		const recording = replay(file, extensions);
		if (recording.fingerprint !== file.fingerprint) {
			throw new Divergence(file.steps, `the fingerprint ${file.fingerprint}`, recording.fingerprint);
		}

		const family = futuresOf(file, extensions);
		return new Cluster(recording, extensions, {futures: new Futures(recording, family), name: family.future.name});
	}

	/** The differences between a run from a dump and the dumped cluster; empty without a dump. */
	get remarks(): readonly string[] {
		return this.#remarks;
	}

	/** Virtual milliseconds since the cluster began to start. */
	get now(): number {
		return this.#recording.kernel.now;
	}

	/** The last step of the run so far. */
	get step(): number {
		return this.#recording.stops.length - 1;
	}

	/** Hash of all stops so far: equal runs have equal fingerprints. */
	get fingerprint(): string {
		return this.#recording.fingerprint;
	}

	/** Runs `kubectl apply` for manifests, until it has ended; {@link rest} and {@link runUntil} play its effects. A refusal is in the result. */
	apply(...manifests: readonly Manifests[]): KubectlResult {
		checkManifests(manifests);
		const {command, files} = applicationOf(manifests);
		return this.kubectl(command, {files});
	}

	/**
	Runs a kubectl command until it has ended.

	@param line with or without the word kubectl: `get pods -o wide`.
	@param options `files` that it can read, as texts by path, in addition to those on disk that it names; `stdin`.
	@throws {NotReached} when it does not end, such as `get --watch`: {@link begin} leaves it running.
	*/
	kubectl(
		line: string,
		options: Patience & {readonly files?: Readonly<Record<string, string>>; readonly stdin?: string} = {},
	): KubectlResult {
		const {withinMs = defaultMs} = options;
		const command = this.begin(line, options);
		this.#run(() => command.code !== undefined, withinMs);
		const {stdout, stderr, code} = command;
		if (code === undefined) {
			throw new NotReached(`kubectl ${line} has not ended after ${withinMs / 1000} s: begin() leaves it running`);
		}

		return {stdout, stderr, code};
	}

	/** Begins a kubectl command and leaves it running: `logs -f web`, `rollout status deploy/web`. It has no effect until the cluster runs. */
	begin(
		line: string,
		{files = {}, stdin}: {readonly files?: Readonly<Record<string, string>>; readonly stdin?: string} = {},
	): RunningCommand {
		checkText('kubectl', 'line', 'text such as "get pods -o wide"', line);
		const recording = this.#recording;
		const key = nextTerminalKey(recording);
		const kubectl = line.replace(/^kubectl\s+/, '');
		recording.submit({kubectl, files: filesOfCommand(kubectl, files), ...(stdin === undefined ? {} : {stdin})});
		const entry = () => recording.kernel.ledger.read<TerminalEntry>(key);
		return {
			get stdout() {
				return entry()?.stdout ?? '';
			},
			get stderr() {
				return entry()?.stderr ?? '';
			},
			get code() {
				return entry()?.code;
			},
		};
	}

	/**
	Injects or ends a fault, in the words of the debugger: `crash kubelet/node-a`, `pause node-b for=20s`, `fail requests kube-scheduler share=50%`, `heal`.

	@throws {Mistakes} when the words cannot be read, or name a missing target.
	*/
	fault(words: string): void {
		checkText('fault', 'words', 'text such as "crash kubelet/node-a"', words);
		try {
			checkFault(words, this.#recording);
		} catch (error) {
			throw error instanceof Mistake ? new Mistakes([error]) : error;
		}

		this.#recording.submit({fault: words});
	}

	/** Starts a client that sends requests while the cluster runs; its losses are stops `traffic.lost`. */
	traffic(client: TrafficClient): void {
		checkText(
			'traffic',
			'name',
			'text such as "users"',
			checkRecord('traffic', 'client', 'an object {name, target}', client)['name'],
		);
		checkText('traffic', 'target', 'text such as "web.default.svc.cluster.local:80"', client.target);
		this.#recording.submit({traffic: client});
	}

	/** Runs until only periodic work is left, such as leases and probes. @returns whether it was at rest in time. */
	rest({withinMs = defaultMs}: Patience = {}): boolean {
		const found = this.#seek(() => false, {untilMs: this.now + withinMs});
		return found.edge === 'rest';
	}

	/** Lets virtual time pass, periodic work included. */
	runFor(ms: number): void {
		checkNumber('runFor', 'ms', 'a number of virtual milliseconds', ms);
		this.#run(() => false, ms);
	}

	/**
	Runs to the next stop that matches a breakpoint, or until an object satisfies a condition (returns at once if it already does) or is deleted.

	@example cluster.runUntil('kubelet.pull object=pod/web refused');
	@example cluster.runUntil({object: 'pod/web', cel: 'object.status.phase == "Running"'});
	@throws {NotReached} when this is not reached in time. @throws {Error} when the words or the expression cannot be read.
	*/
	runUntil(until: Until, {withinMs = defaultMs}: Patience = {}): Stop {
		checkUntil(until);
		const search = searchOf(this.#recording, until);
		const last = this.#recording.stops.at(-1);
		if (last && search.now()) {
			return seen(last);
		}

		const found = this.#seek(search.matches, {untilMs: this.now + withinMs, pastRest: true});
		if (!found.stop) {
			throw new NotReached(`${search.words}: not reached within ${withinMs / 1000} s of virtual time`);
		}

		return seen(found.stop);
	}

	#seek(
		matches: (stop: KernelStop) => boolean,
		limits: {readonly untilMs: number; readonly pastRest?: boolean},
	): Found {
		return seek(this.#recording, this.step, 1, matches, {...limits, steps: unlimited});
	}

	/** Runs until the condition holds, or the time is over. */
	#run(isOver: () => boolean, ms: number): void {
		const untilMs = this.now + ms;
		while (!isOver() && this.#recording.extend(untilMs)) {
			// Each stop is on the tape.
		}
	}

	/**
	A stored object, by a name such as `pods/web`, `deploy/web` or `pods/shop/web`; without a namespace, in `default`. For `pods/…` and similar names, it is typed.
	*/
	get<R extends ResourceName>(object: `${R}/${string}`, asOf?: AsOf): Resources[R] | undefined;
	get<T extends KubernetesObject = KubernetesObject>(object: string, asOf?: AsOf): T | undefined;
	get(object: string, {at = this.step}: AsOf = {}): KubernetesObject | undefined {
		checkText('get', 'object', objectWords, object);
		return this.#recording.kernel.ledger.readAt(keyOfObject(this.#recording, object), at);
	}

	/** The objects of a resource, by namespace and name. */
	list<R extends ResourceName>(resource: R, filter?: ListFilter & AsOf): ReadonlyArray<Resources[R]>;
	list<T extends KubernetesObject = KubernetesObject>(resource: string, filter?: ListFilter & AsOf): readonly T[];
	list(resource: string, {at = this.step, ...filter}: ListFilter & AsOf = {}): readonly KubernetesObject[] {
		checkText('list', 'resource', 'text such as "pods"', resource);
		if (filter.selector !== undefined) {
			checkText('list', 'selector', 'text such as "app=web"', filter.selector);
		}

		return objectsOf(this.#recording, resource, filter, at);
	}

	/**
	The Events, oldest first: all, or those about an object.

	@param object such as `pod/web`, `deployments.apps/shop/web` or, for a custom resource, the name in `watches`: `greetings.v1alpha1.example.com/anna`.
	@throws {Error} when the cluster has no such resource.
	*/
	events(object?: string, {at = this.step}: AsOf = {}): readonly Event[] {
		if (object !== undefined) {
			checkText('events', 'object', objectWords, object);
		}

		return eventsAbout(this.#recording, object, at);
	}

	/**
	The stops of the run so far, oldest first.

	@param words of a breakpoint that selects stops: `apiserver.admit.** object=pod/web`.
	@param from the first step that counts.
	*/
	stops(words?: string, from = 0): readonly Stop[] {
		const recording = this.#recording;
		if (words !== undefined) {
			checkText('stops', 'words', 'text such as "apiserver.admit.** object=pod/web"', words);
		}

		checkNumber('stops', 'from', 'the number of a step', from);
		const found: Stop[] = [];
		const breakpoint = words === undefined ? undefined : parseBreakpoint(breakpointLine(words, 0, recording), 1);
		for (let step = from; step < recording.stops.length; step++) {
			const stop = recording.stops.get(step);
			if (stop && (!breakpoint || matchesBreakpoint(recording, breakpoint, stop))) {
				found.push(seen(stop));
			}
		}

		return found;
	}

	/** The causes of a stop, the nearest first, back to your input. */
	causes(step: number): readonly Stop[] {
		checkNumber('causes', 'step', 'the number of a step', step);
		return causes(this.#recording, step).slice(1).map(seen);
	}

	/** The writer of a field and the step of the write; for your own input, also its place in your files. `undefined` for a field that does not exist. @param field such as `spec.containers[0].image`. */
	blame(object: string, field: string, {at = this.step}: AsOf = {}): Authorship | undefined {
		checkText('blame', 'object', objectWords, object);
		checkText('blame', 'field', 'text such as "spec.containers[0].image"', field);
		return authorAt(this.#recording, keyOfObject(this.#recording, object), at, readPath(field));
	}

	/**
	Adds a breakpoint for {@link continue}: `stage`, `object=pod/web`, `if='object.spec.replicas > 3'`, `log='…{stop.text}…'` and the other words of the debugger.

	@returns its number.
	@throws {Error} with the wrong word.
	*/
	addBreakpoint(words: string): number {
		checkText('addBreakpoint', 'words', 'text such as "etcd.txn object=pod/web"', words);
		const line = breakpointLine(words, this.now, this.#recording);
		this.#session = addBreakpoint(this.#session, line, this.step + 1);
		return this.#session.breakpoints.at(-1)?.id ?? 0;
	}

	removeBreakpoint(id: number): void {
		this.#session = removeBreakpoint(this.#session, id);
	}

	/** Runs to the next stop that a breakpoint matches; `undefined` when the run is at rest, or the time is over, before. */
	continue({withinMs = defaultMs}: Patience = {}): Hit | undefined {
		const {stop, session} = proceed(this.#recording, this.#session, this.step, 1, {
			untilMs: this.now + withinMs,
			steps: unlimited,
		});
		const breakpoints = stop ? hitBreakpoints(this.#recording, this.#session, stop).map(({id}) => id) : [];
		this.#session = session;
		return stop && {stop: seen(stop), breakpoints};
	}

	/** Messages of logpoints, oldest first. */
	get log(): ReadonlyArray<{readonly step: number; readonly text: string}> {
		return this.#session.log;
	}

	/**
	A cluster with the same past up to and including a step, for another continuation. This one stays unchanged.

	@param name keeps it as another future: {@link Cluster.futures} lists it, and {@link Cluster.recording} contains it.
	@throws {Error} when the name is taken, or invalid.
	*/
	branch(step = this.step, name?: string): Cluster {
		checkStep('branch', this.step, step);
		if (name !== undefined) {
			checkText('branch', 'name', 'text such as "no-prestop"', name);
		}

		const recording = this.#recording.branch(step);
		if (name === undefined) {
			return new Cluster(recording, this.#extensions);
		}

		this.#futures.add(name, {name: this.#name, step}, recording);
		return new Cluster(recording, this.#extensions, {futures: this.#futures, name});
	}

	/** The futures of this run that have a name, this one among them: `main` is the first. */
	get futures(): readonly FutureInfo[] {
		return this.#futures.told;
	}

	/** Another future of this run, by its name; a future of a recording is played at its first request. @throws {Error} when no future has this name. */
	future(name: string): Cluster {
		return name === this.#name
			? this
			: new Cluster(this.#futures.recordingOf(name), this.#extensions, {futures: this.#futures, name});
	}

	/** The differences of another future from this one, as far as both have run: stops are matched by their meaning, not by their numbers. */
	compare(other: Cluster): Comparison {
		if (!(other instanceof Cluster)) {
			throw wrong('compare', 'other', 'another future of this run', other);
		}

		return compared(this.#recording, other.#recording);
	}

	/** The run as the text of a recording: `k8s-walkthrough replay` opens it, {@link Cluster.replay} continues from it. Code of your own is named in it, and not contained. */
	recording(): string {
		return printRecording(this.#recording, {
			needs: namesOf(this.#extensions),
			family: this.#futures.familyOf(this.#name),
		});
	}
}
