import '../buffer.js';
import {usePlatform} from '../../kernel/platform.js';
import {loadTexts} from '../load-texts.js';
import {pagePlatform} from '../page-platform.js';
import type {Answer, Beginning, Order} from './order.js';

// The entry of every thread of a page. Its name says its work and the language of its reader: `check-worker.js zh`.
const [work = '', language = 'en'] = self.name.split(' ');
Object.assign(globalThis, {pageLanguage: language});

/** Sends to the thread that has started this one. */
const answer = (message: Answer): void => {
	postMessage(message);
};

const say = (beginning: Beginning): void => {
	postMessage(beginning);
};

/** Adds data files of the page to the package's files. */
const load = async (files: Map<string, string>, ...names: readonly string[]): Promise<void> => {
	const texts = await Promise.all(names.map((name) => loadTexts(name)));
	// Of two texts of a file, the later one is whole.
	for (const [path, text] of texts.flat()) {
		files.set(path, text);
	}
};

const take = async (order: Order): Promise<void> => {
	try {
		const {carryOut} = await import('./carry-out.js');
		answer({result: await carryOut(order, (done, all) => answer({progress: [done, all]}))});
	} catch (error) {
		answer({error: String(error)});
	}
};

const begin = async (): Promise<void> => {
	const files = new Map<string, string>();
	usePlatform(pagePlatform(files, undefined));
	await load(files, 'facts', 'descriptions', 'more-facts');
	switch (work) {
		case 'check-worker.js': {
			await import('../../commands/check/check-worker.js');
			break;
		}

		case 'explore-worker.js': {
			await import('../../commands/explore/explore-worker.js');
			break;
		}

		case 'lesson-worker.js': {
			await load(files, 'lessons', 'course');
			await import('../../commands/lesson-worker.js');
			break;
		}

		default: {
			addEventListener('message', ({data}: MessageEvent<Order>) => {
				// With a single thread, this one plays the lessons itself.
				void ('lessons' in data ? load(files, 'lessons', 'course') : Promise.resolve()).then(() => take(data));
			});
		}
	}

	// Messages before this one would be lost: a thread listens once it has its facts.
	say('ready');
};

try {
	await begin();
} catch (error) {
	say({failed: String(error)});
}
