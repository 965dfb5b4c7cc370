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
		moreLines: (count: number) => `  … ${count} more lines`,
	},
	/** The output of `check` for people. */
	check: {
		/** Between the numbers of the summary. */
		comma: ', ',
		labels: {says: 'says', at: 'at', where: 'where', because: 'because', advice: 'unblock', fix: 'fix', debug: 'see'},
		moreLines: (count: number) => `… ${count} more lines`,
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
		moreCut: (count: number, title: string) => `… ${count} more objects with ${title}; -v lists them`,
		interrupted: 'Ctrl-C: these are the findings so far',
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
		fixed: (fixes: number, files: number) => `${counted(fixes, 'change')} written to ${counted(files, 'file')}`,
		patchIn: (folder: string) =>
			`the files are outside the current folder: apply the patch with git -C ${folder} apply`,
		notFixed: 'no file was changed',
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
			`${command} still runs after ${seconds} s, and nothing pending will end it${says === '' ? '' : `; it says: ${says}`}`,
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
			`ended after ${most} stops, before it came to rest${busiest ? `: of the last ${busiest.last}, most were made by ${busiest.process} (${busiest.share}%)${busiest.object ? `, about ${busiest.object.name} (${busiest.object.share}%)` : ''}` : ''}; --stops raises the limit`,
		/** @param due the first thing that is not waited for any more */
		outOfTime: (seconds: number, due: string | undefined) =>
			`ended after ${seconds} s, before it came to rest${due === undefined ? '' : `: still due: ${due}`}; --for raises the limit`,
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
		/** The timeline has failures on the way there. */
		readyAfterFailures: 'everything becomes ready; each ✗ is tried again; space plays, ? shows all keys',
		readyAssuming: (what: string, more: number) =>
			`everything becomes ready in the end; ${what}${more > 0 ? `, and ${more} more` : ''}`,
		readyBut: (object: string, message: string) => `everything becomes ready, but ${object}: ${message}`,
		refused: 'refused here; S steps back through the causes, w says why',
		unfinished: (object: string, words: string) => `${object} ${words}; this stop says why`,
		breakpoint: 'c continues to the breakpoint',
		well: 'all is well in this cluster',
		unwell: (count: number, first: string) =>
			`${counted(count, 'object')} ${count === 1 ? 'does' : 'do'} not work, starting with ${first}: this stop says why, w shows the causes`,
		remarks: (count: number) => `${counted(count, 'remark')} at the stop where the dump was loaded`,
	},
	list: {
		minutes: (minutes: string) => `${minutes} min`,
		/** Wrongly answered questions that return before the next chapter. */
		due: (questions: number) => `? ${questions} to answer again`,
		level: (level: number) => `level ${level}`,
	},
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
		movedFromDump: 'Pods on another node than in the dump',
		movedFromFirst: (name: string) => `Pods on another node than with ${name}`,
		reason: (pods: number, message: string) => `${counted(pods, 'Pod')}: ${message}`,
		noPrice: (without: number, nodes: number, label: string) =>
			`${without} of ${counted(nodes, 'node')} have no number under the label ${label}: their cost counts as 0`,
		total: 'total',
		noExtenders: (name: string) => `${name}: its extenders are not called`,
		neverTried: (name: string) => `${name}: the scheduler never tries the Pod`,
		onlyNode: (name: string, node: string | undefined, looked: number) =>
			node === undefined
				? `${name}: the Pod fits none of ${counted(looked, 'node')}`
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
		ends: (ends: number) => (ends === 1 ? 'all runs have the same end' : `${ends} different ends`),
		end: (number: number, count: number, runs: number, telling: string) =>
			`${number}. ${count} of ${runs} runs: ${telling}`,
		example: (seed: number, stops: number, file: string | undefined) =>
			`smallest: seed ${seed}, ${stops} stops${file === undefined ? '' : `, ${file}`}`,
		firstSeed: (seed: number | undefined) => `first seen with seed ${seed}`,
		broken: (broken: number, runs: number) => `${broken} of ${runs} runs broke a rule that must always hold`,
		/** Beside the bar, while it works; at most fifty columns. @param seconds that are left */
		progress: (done: number, all: number, seconds: number | undefined) =>
			`${done} of ${all} runs${seconds === undefined ? '' : `, ${seconds} s left`}, Ctrl-C ends it`,
		looking: (done: number, all: number) => `looking for small examples: ${done} of ${all}, Ctrl-C ends it`,
	},
};
