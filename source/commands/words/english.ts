/** `the 2nd` of `2`. */
const ordinal = (number: number): string => {
	const ending = number % 100 > 10 && number % 100 < 14 ? 'th' : (['th', 'st', 'nd', 'rd'][number % 10] ?? 'th');
	return `${number}${ending}`;
};

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** The output of commands in English, beside stops and diagnosis; the other languages have the same entries. */
export const english = {
	/** Headings of an explanation; labels of at most eight columns. */
	explanation: {
		refused: (object: string) => `refused: ${object}`,
		stuck: (object: string) => `stuck: ${object}`,
		remark: (object: string) => `note: ${object}`,
		where: 'where',
		says: 'says',
		field: 'field',
		because: 'because',
		unblock: 'unblock',
		works: 'works',
		helps: 'helps',
		untested: 'untested',
		again: 'and apply the files again',
		next: (reason: string) => `then: ${reason}`,
		or: 'or',
		at: (stop: string, seconds: string, process: string) => `${stop} at ${seconds} s in ${process}`,
		files: (count: number) => `… (${count} files)`,
		moreInAll: (count: number) => `… ${count} more lines; -v prints all`,
		moreDone: (count: number) => `${count} more objects are done; -v lists them`,
		you: (command: string) => `← you: ${command}`,
		moreLines: (count: number) => `  … ${counted(count, 'more line')}`,
	},
	/** The output of `check` for people. */
	check: {
		/** Between the numbers of the summary. */
		comma: ', ',
		labels: {says: 'says', at: 'at', where: 'where', because: 'because', advice: 'unblock', fix: 'fix', debug: 'see'},
		moreLines: (count: number) => `… ${counted(count, 'more line')}`,
		counted: (files: number, objects: number) => `${counted(objects, 'object')} in ${counted(files, 'file')}`,
		severities: {
			error: (count: number) => counted(count, 'error'),
			warning: (count: number) => counted(count, 'warning'),
			assumed: (count: number) => counted(count, 'assumption'),
			note: (count: number) => counted(count, 'note'),
		},
		ignored: (count: number) => `${count} ignored`,
		known: (count: number) => `${count} in the baseline`,
		skipped: (count: number) => `${count} skipped`,
		seconds: (seconds: string) => `${seconds} s`,
		ofObjects: (names: readonly string[], more: number) =>
			`(${names.join(', ')}${more > 0 ? ` and ${more} more` : ''})`,
		moreCut: (count: number, title: string) =>
			`… ${counted(count, 'more object')} with ${title}; -v lists ${count === 1 ? 'it' : 'them'}`,
		interrupted: (reached: {readonly checked: number; readonly files: number; readonly objects: number} | undefined) =>
			`Ctrl-C: these are the findings so far${reached ? `; ${reached.checked} of ${counted(reached.files, 'file')} checked, ${counted(reached.objects, 'object')} read` : ''}`,
		versions: (versions: string) =>
			`kinds, fields and feature gates: Kubernetes ${versions}; behaviour: Kubernetes 1.36, as recorded`,
		skippedFile: 'skipped',
		why: {
			chart: 'a Helm chart',
			kustomization: 'belongs to a kustomization',
			'no object': 'not a Kubernetes object',
			settings: 'the settings of a program, not an object of the API',
			unreadable: 'not YAML, or a template',
		},
		askFix: (fixes: number, files: number) => `write ${counted(fixes, 'change')} to ${counted(files, 'file')}?`,
		/** Assumptions about a cluster that no flag describes. */
		assumedBalancer:
			'the cluster is assumed to have a provider of load balancers, such as a cloud or MetalLB: without one, the EXTERNAL-IP stays <pending>',
		assumedMetrics: 'the cluster is assumed to have a metrics-server: without one, the number of Pods stays the same',
		fixed: (fixes: number, files: number) => `${counted(fixes, 'change')} written to ${counted(files, 'file')}`,
		patchIn: (folder: string) =>
			`the files are outside the current folder: apply the patch with git -C ${folder} apply`,
		notFixed: 'no file was changed',
		undone: (files: number) => `the change of ${counted(files, 'file')} does not help: the old text is back`,
		byHand: (id: string, place: string) =>
			`${id}: not written, because a template or a transformation makes the line: change ${place} by hand`,
		progress: (done: number, all: number) => `${done} of ${all} parts`,
	},
	/** The end of a trace. */
	end: {
		states: {done: 'done', refused: 'refused', stuck: 'stuck', cut: 'cut'},
		verdictAt: (state: string, stop: string, sentence: string) => `${state} at ${stop}: ${sentence}`,
		reached: (place: string) => `reached ${place}`,
		notReached: (place: string) => `the run came to rest without reaching ${place}`,
		/** @param verdict before it, if the run was settled */
		last: (verdict: string | undefined, step: number, seconds: string, fingerprint: string) =>
			`${verdict === undefined ? '' : `${verdict}: `}step ${step}, ${seconds} s, fingerprint ${fingerprint}`,
		waiting: (what: string, until: string, atMost: string) =>
			`waiting for ${what}, until ${until} s (at most until ${atMost} s: --for sets another limit)`,
		warning: (text: string) => `warning: ${text}`,
		/** @param says the last line that it has printed */
		endless: (command: string, seconds: number, says: string) =>
			`${command} is still running after ${seconds} s, and nothing pending will end it${says === '' ? '' : `; it says: ${says}`}`,
		/** @param busiest `share` of the `last` stops, in percent */
		outOfStops: (
			most: number,
			busiest:
				| {
						readonly last: number;
						readonly process: string;
						readonly share: number;
						readonly object?: {readonly name: string; readonly share: number};
				  }
				| undefined,
		) =>
			`ended after ${most} stops, before it came to rest${busiest ? `: of the last ${busiest.last}, ${busiest.process} made the most (${busiest.share}%)${busiest.object ? `; the most frequent object was ${busiest.object.name} (${busiest.object.share}%)` : ''}` : ''}; --stops raises the limit`,
		/** @param due the first thing that is not waited for any more */
		outOfTime: (seconds: number, due: string | undefined) =>
			`ended after ${seconds} s, before it came to rest${due === undefined ? '' : ` (still due: ${due})`}; --for raises the limit`,
		recorded: (verdict: string, stops: number, file: string, fingerprint: string) =>
			`${verdict}; ${stops} stops in ${file}, fingerprint ${fingerprint}`,
		sameFingerprint: (name: string, stops: number, fingerprint: string) =>
			`✓ ${name}: ${stops} stops, fingerprint ${fingerprint}`,
		otherFingerprint: (name: string, recorded: string, fingerprint: string) =>
			`✗ ${name}: the recording has fingerprint ${recorded}, the run has ${fingerprint}`,
	},
	/** The first message of the screen about manifests or a dump. */
	screen: {
		ready: 'everything becomes ready in the end; space plays, s steps, ? shows every key',
		/** Everything is ready, but the timeline has failures before that. */
		readyAfterFailures: 'everything becomes ready; each ✗ is tried again; space plays, ? shows all keys',
		readyAssuming: (what: string, more: number) =>
			`everything becomes ready in the end; ${what}${more > 0 ? `, and ${more} more` : ''}`,
		readyBut: (object: string, message: string) => `everything becomes ready, but ${object}: ${message}`,
		refused: 'refused here; S steps back through the causes, w says why',
		unfinished: (object: string, words: string) => `${object} ${words}; this stop says why`,
		breakpoint: 'c continues to the breakpoint',
		well: 'all is well in this cluster',
		unwell: (count: number, first: string) =>
			`${counted(count, 'object')} ${count === 1 ? 'does' : 'do'} not work, starting with ${first}: this stop says why; w shows the causes`,
		remarks: (count: number) => `${counted(count, 'remark')} at the stop where the dump was loaded`,
	},
	list: {
		minutes: (minutes: string) => `${minutes} min`,
		/** Wrongly answered questions that return before the next chapter. */
		due: (questions: number) => `? ${questions} to answer again`,
		level: (level: number) => `level ${level}`,
		exam: (tasks: number, minutes: number) => `${counted(tasks, 'task')}, ${minutes} min`,
	},
	/** The progress of a learner. @param missing the lessons with questions to answer again, each with their number */
	progress: (done: number, missing: readonly string[]) =>
		`${done} done${missing.length > 0 ? `, questions to answer again: ${missing.join(', ')}` : ''}`,
	/** A lesson on paper. */
	paper: {
		minutes: (idea: string, minutes: number) => `${idea} (${minutes} minutes)`,
		step: (number: number) => `Step ${number}`,
		task: (goal: string) => `Task: ${goal}`,
		forReal: (command: string) => `For real: ${command}`,
		answer: (step: number, answer: string, because?: string) =>
			`Step ${step}: ${answer}${because === undefined ? '' : `. ${because}`}`,
		words: 'Words',
		answers: 'Answers',
	},
	/** The comparison of configurations of kube-scheduler. */
	compare: {
		/** The column of the state before a replay. */
		dump: 'the dump',
		head: (pods: number, nodes: number, fixed: number) =>
			`${counted(pods, 'Pod')} on ${counted(nodes, 'node')}; ${counted(fixed, 'other Pod')} ${fixed === 1 ? 'stays' : 'stay'} in place`,
		nodesUsed: 'nodes in use',
		nodesFree: 'nodes without these Pods',
		mostNodes: 'most nodes in use at once',
		nodeHours: 'node-hours in use',
		cost: (label: string, takesTime: boolean) => `cost by ${label}${takesTime ? ' and hour' : ''}`,
		memory: 'memory',
		requested: (resource: string) => `${resource} requested on them`,
		waiting: 'Pods without a node',
		evictions: 'Pods evicted',
		movedFromDump: 'Pods on a different node than in the dump',
		movedFromFirst: (name: string) => `Pods on a different node than with ${name}`,
		reason: (pods: number, message: string) => `${counted(pods, 'Pod')}: ${message}`,
		noPrice: (without: number, nodes: number, label: string) =>
			`${without} of ${counted(nodes, 'node')} ${without === 1 ? 'has' : 'have'} no number under the label ${label}: a missing cost counts as 0`,
		total: 'total',
		noExtenders: (name: string) => `${name}: its extenders are not called`,
		neverTried: (name: string) => `${name}: the scheduler never tries the Pod`,
		onlyNode: (name: string, node: string | undefined, looked: number) =>
			node === undefined
				? `${name}: the Pod fits none of the ${counted(looked, 'node')}`
				: `${name}: of ${counted(looked, 'node')}, the Pod fits only ${node}`,
		choice: (name: string, node: string, feasible: number) =>
			`${name}: ${node}, one of ${counted(feasible, 'feasible node')}`,
	},
	/** The report of `explore`. Questions and settings have the names of the command line. */
	explore: {
		/** @param missing planned runs that did not happen */
		head: (runs: number, stops: number, missing: number) =>
			`${runs} runs, ${stops} stops${missing > 0 ? `; interrupted with ${missing} left` : ''}`,
		spread: (min: string, p5: string, median: string, p95: string, max: string) =>
			`min ${min}  p5 ${p5}  median ${median}  p95 ${p95}  max ${max}`,
		noAnswer: (missing: number, runs: number) => `no answer in ${missing} of ${runs} runs`,
		/** @param questions whose answers the columns have */
		by: (setting: string, questions: readonly string[]) =>
			`by ${setting}${questions.length > 0 ? `: ${questions.join(', then ')}` : ''}`,
		heads: {value: 'value', runs: 'runs', median: 'median', max: 'max'},
		smallest: (question: string, value: number, runs: number) =>
			`smallest value with no ${question}: ${value} (none in the ${runs} runs with ${value} or more)`,
		ends: (ends: number) => (ends === 1 ? 'all runs end the same way' : `${ends} different ends`),
		end: (number: number, count: number, runs: number, telling: string) =>
			`${number}. ${count} of ${runs} runs: ${telling}`,
		example: (seed: number, stops: number, file: string | undefined) =>
			`smallest: seed ${seed}, ${stops} stops${file === undefined ? '' : `, ${file}`}`,
		firstSeed: (seed: number | undefined) => `first seen with seed ${seed}`,
		broken: (broken: number, runs: number) => `${broken} of ${runs} runs broke a rule that must always hold`,
		/** A line of an end: the state of objects, Pods and clients when a run is over. */
		lines: {
			stillRunning: (stops: number) => `still running after ${stops} stops`,
			failed: 'the simulation itself failed',
			terminating: 'terminating',
			/** @param count missing for one Pod, and for Pods of a controller */
			pods: (family: string, state: string, count: number | undefined) =>
				`Pods ${family} ${state}${count === undefined ? '' : `: ${count}`}`,
			fewer: (owner: string) => `${owner} has fewer Pods than it wants`,
			more: (owner: string) => `${owner} has more Pods than it wants`,
			answer: (question: string, answer: string) => `${question}: ${answer}`,
			broken: (rule: string) => `broken: ${rule}`,
		},
		/** Answers that are words, and the meanings of numbers. */
		answers: {
			'no request is lost': 'no request is lost',
			'requests are lost': 'requests are lost',
			'not every Pod is Ready': 'not every Pod is Ready',
			'every Pod is Ready': 'every Pod is Ready',
			'no container has restarted': 'no container has restarted',
			'containers have restarted': 'containers have restarted',
			'no answer': 'no answer',
			'nothing is wrong': 'nothing is wrong',
			done: 'done',
			refused: 'refused',
			stuck: 'stuck',
			cut: 'cut',
		},
		/** The text beside the progress bar; at most fifty columns. @param seconds the remaining time */
		progress: (done: number, all: number, seconds: number | undefined) =>
			`${done} of ${all} runs${seconds === undefined ? '' : `, ${seconds} s left`}, Ctrl-C to end`,
		looking: (done: number, all: number) => `looking for small examples: ${done} of ${all}, Ctrl-C to end`,
	},
	/** The lines of `serve`, its console and `ctl`. Commands have the names of the command line. */
	serve: {
		/** @param version the served APIs, where they differ from those of v1.36 */
		head: (version: string | undefined, address: string, nodes: number, pace: string) =>
			`Kubernetes v1.36${version === undefined ? '' : ` with the APIs of v${version}`}, simulated, at ${address} · ${counted(nodes, 'node')} · ${pace}`,
		virtualClock: 'clock virtual',
		speed: (speed: string) => `speed ${speed}`,
		open: (host: string) =>
			`warning: any client that reaches ${host} can connect. Without a certificate from this kubeconfig or a token from --token-auth-file, the client is system:anonymous; keep the kubeconfig private.`,
		editors: (port: number) => `editors attach with k8s-walkthrough dap: {"request": "attach", "port": ${port}}`,
		control: (socket: string) => `control it with k8s-walkthrough ctl --socket ${socket}`,
		ctrlC: 'Press Ctrl-C to end.',
		caughtUp: 'simulated time has caught up',
		behind: (seconds: number) =>
			`simulated time is ${seconds} s behind: this machine is too busy for this speed. Simulated time catches up when there is less to do.`,
		end: (why: string, requests: number, open: number, stops: number, seconds: string) =>
			`${why}: served ${counted(requests, 'request')}${open > 0 ? `, cut off ${open}` : ''}; ${stops} stops, ${seconds} s of virtual time`,
		recorded: (file: string, fingerprint: string) => `recording in ${file}, fingerprint ${fingerprint}`,
		/** @param names of the first ones */
		secrets: (count: number, names: readonly string[], more: number) =>
			`${count === 1 ? 'a Secret' : `${count} Secrets`}: ${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`,
		hasSecrets: (secrets: string) => `the recording contains the values of ${secrets}`,
		hidesSecrets: (secrets: string) => `the recording has other text in place of the values of ${secrets}`,
		lacksStops: (stops: number) =>
			`the recording lacks the last ${counted(stops, 'stop')}: without the values, the run took a different path there`,
		commands: (list: string) => `commands: ${list}`,
		unknown: (word: string) => `unknown command ${word}`,
		notHeld: 'the cluster is not held: type hold, or wait for a breakpoint',
		running: 'running',
		breakpoint: (id: number | undefined) => `breakpoint ${id}`,
		deleted: (id: string) => `breakpoint ${id} deleted`,
		noBreakpoint: (id: string) => `there is no breakpoint ${id}`,
		noBreakpoints: 'no breakpoints',
		fault: (words: string) => `fault: ${words}`,
		notANumber: (words: string) => `wait ${words}: the time must be a number of seconds`,
		notHeldWithin: (seconds: number) => `not held within ${seconds} s`,
		heldAt: (stop: string) => `held at ${stop}`,
		lastStop: (stop: string) => `running; latest stop: ${stop}`,
		noStop: 'none yet',
		nothingYet: 'nothing has happened yet',
		noHistory: 'this server keeps no history: start it with --record FILE or --control',
		elsewhere: (exported: string) => `In another terminal: ${exported}`,
	},
	/** The report of `chaos`. Faults and verbs have the names of the command line. */
	chaos: {
		first: 'the run without faults',
		second: 'the run without faults again: differences between the two are not findings',
		sameEnd: 'same end',
		progress: (plan: string, result: string) => `${plan}: ${result}`,
		/** A fault at the `number`th such request of a client. */
		plan: (
			kind: string,
			{
				client,
				verb,
				resource,
				number,
				object,
			}: Readonly<Record<'client' | 'verb' | 'resource' | 'object', string>> & {
				readonly number: number;
			},
		) => `${kind} at ${verb} ${resource} ${object} (the ${ordinal(number)} ${verb} of ${resource} by ${client})`,
		notSteady: ' (not in every run)',
		difference: (what: string, after: string, before: string) => `${what}: ${after}; undisturbed: ${before}`,
		moreDifferences: (more: number) => `and ${counted(more, 'further difference')}`,
		also: (plans: readonly string[]) => `same end: ${plans.join('; ')}`,
		replay: (file: string, compare: string) => `k8s-walkthrough replay ${file}    then ${compare}`,
		/** @param search missing where only one plan was run */
		head: (
			runs: number,
			seconds: number,
			search: Readonly<Record<'tried' | 'plans' | 'writes', number>> | undefined,
			clients: readonly string[],
		) =>
			`${counted(runs, 'run')} in ${seconds} s${search ? `: ${search.tried} of ${counted(search.plans, 'fault')} at ${counted(search.writes, 'place')}` : ''}; the controller is ${clients.join(', ')}`,
		interrupted: '; interrupted',
		noFindings: 'every run ends like the run without faults',
		findings: (count: number) => `${counted(count, 'finding')}: runs that end differently from the run without faults`,
		/** The subjects and values of differences. */
		command: 'the command',
		controller: 'the controller',
		cluster: 'the cluster',
		rule: (rule: string) => `rule "${rule}"`,
		late: 'did not end in time',
		exitCode: (code: number) => `exit code ${code}`,
		signal: (signal: string | undefined) => `signal ${signal}`,
		runs: 'runs',
		endsUnexpectedly: (ends: readonly string[]) => `ends unexpectedly: ${ends.join(', ')}`,
		atRest: 'at rest',
		atWork: 'at work',
		holds: 'holds',
		broken: 'broken',
		absent: 'absent',
		present: 'present',
		objects: (count: number) => `${count} objects`,
		severalObjects: 'several objects',
	},
};
