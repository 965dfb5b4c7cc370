import '../buffer.js';
import {usePlatform} from '../../kernel/platform.js';
import {loadTexts} from '../load-texts.js';
import {pagePlatform} from '../page-platform.js';
import type {Answer, Order} from './order.js';

// What every thread of a page runs. Its name says which work it does and the language of its reader: `check-worker.js zh`.
const [work = '', language = 'en'] = self.name.split(' ');
Object.assign(globalThis, {pageLanguage: language});

/** Sends to the thread that has started this one. */
const answer = (message: Answer): void => {
	postMessage(message);
};

const take = async (order: Order): Promise<void> => {
	try {
		const {carryOut} = await import('./carry-out.js');
		answer({result: await carryOut(order, (done, all) => answer({progress: [done, all]}))});
	} catch (error) {
		answer({error: String(error)});
	}
};

const texts = await Promise.all(['facts', 'descriptions'].map((name) => loadTexts(name)));
usePlatform(pagePlatform(new Map(texts.flat()), undefined));
switch (work) {
	case 'check-worker.js': {
		await import('../../commands/check/check-worker.js');
		break;
	}

	default: {
		addEventListener('message', ({data}: MessageEvent<Order>) => {
			void take(data);
		});
	}
}

// Messages before this one would be lost: a thread listens when its facts are there.
postMessage('ready');
