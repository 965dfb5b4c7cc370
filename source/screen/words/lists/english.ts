const plural = (count: number): string => (count === 1 ? '' : 's');

/** The words of full-screen lists, and the line of a served cluster, in English; the other languages have the same entries. */
export const lists = {
	palette: {
		title: 'Find anything',
		found: (count: number) => `${count === 0 ? 'nothing' : count} found`,
		keys: 'type to search  ↑ ↓ choose  enter runs it  esc leaves',
		/** The kind of an item; at most seven columns. */
		kinds: {
			recent: 'recent',
			key: 'key',
			word: 'word',
			fault: 'fault',
			object: 'object',
			stage: 'stage',
			lesson: 'lesson',
			page: 'manual',
		},
		firstAt: (step: number) => `first at #${step}`,
		lesson: (number: number, title: string) => `Lesson ${number}  ${title}`,
	},
	breakpoints: {
		title: 'Breakpoints',
		goesBack: 'esc goes back',
		none: 'No breakpoints. b sets one at this stage. Here, a sets any; so does :break WORDS:',
		keys: '↑ ↓ choose  enter toggles  e edit  d delete  a add',
		off: 'off',
		log: (step: number, text: string) => `log #${step}  ${text}`,
	},
	futures: {
		title: 'Futures',
		inAll: (count: number) => `${count} in all`,
		from: (step: number) => `from #${step}`,
		nothingDone: 'nothing done yet',
		more: (count: number) => `and ${count} more`,
		here: '● marks the one on the screen. A command in the past or :branch NAME begins another.',
		again: (count: number) => `:again repeats the later commands (${count}) of the future you left`,
		keys: '↑ ↓ choose  enter goes there  c compare with this one  e rename  esc leaves',
		clientRequest: 'a client request',
		editorClosed: (line: string) => `the editor of kubectl ${line} closed`,
	},
	compare: {
		title: 'Two futures',
		onlyOne: 'there is only one future; a command in the past begins another',
		differ: (different: number, all: number) => `${different} of ${all} stops differ`,
		howTheyEnd: 'How they end',
		endAlike: (one: string, other: string) => `${one} and ${other} end the same way`,
		endPlace: (at: number | undefined, all: number) =>
			at === undefined ? `${all}   tab: scroll them` : `${at + 1} of ${all}`,
		first: (row: number | undefined) => `● first difference: ${row === undefined ? 'none' : `row ${row}`}`,
		keys: '↑ ↓ choose  n next difference  enter goes there  tab how they end  esc leaves',
		notThere: '(not there)',
		notSet: '(not set)',
		there: 'there',
		ready: (ready: number, wanted: number) => `${ready} of ${wanted} ready`,
		succeeded: (count: number) => `${count} succeeded`,
		notReady: 'not Ready',
		lost: (lost: number, all: number) => `${lost} of ${all}`,
		lostBy: (client: string) => `requests lost by ${client}`,
		never: 'never',
		readyAt: (pod: string) => `${pod} Ready`,
		atRest: 'at rest',
	},
	faults: {
		title: (about: string) => `Break ${about}`,
		count: (count: number) => `${count} faults`,
		when: 'The fault begins at this stop; in the past, it begins another future. at=30s and when=… delay it.',
		keys: '↑ ↓ choose  enter starts it  e edits it  esc leaves',
		cluster: 'this cluster',
	},
	live: {
		requests: (count: number, open: number) => `${count} request${plural(count)}, ${open} open`,
		runs: (address: string, requests: string) => `${address} · running · ${requests} · c holds it`,
		held: (address: string, requests: string) => `${address} · held · ${requests} · s steps, c continues`,
		withoutClients: (open: number) =>
			`the clients are in another future, which is held (${open} open request${plural(open)}); :other goes back`,
	},
};
