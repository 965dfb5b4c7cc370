import {counted, formOf} from '../../../stages/ru/words.js';
import type {lists as english} from './english.js';
import type {Translation} from '../../../stages/translation.js';

/** The words of the lists that fill the screen, and the line of a served cluster, in Russian. */
export const lists: Translation<typeof english> = {
	palette: {
		title: 'Найти что угодно',
		found: (count) => (count === 0 ? 'ничего не найдено' : `найдено: ${count}`),
		keys: 'ввод — поиск  ↑ ↓ выбор  enter — выполнить  esc — выйти',
		kinds: {
			recent: 'недавно',
			key: 'клавиша',
			word: 'команда',
			fault: 'сбой',
			object: 'объект',
			stage: 'стадия',
			lesson: 'урок',
			page: 'справка',
		},
		firstAt: (step) => `впервые на #${step}`,
		lesson: (number, title) => `Урок ${number}  ${title}`,
	},
	breakpoints: {
		title: 'Точки останова',
		goesBack: 'esc — назад',
		none: 'Точек останова нет. b ставит на этой стадии; a здесь или :break — любую:',
		keys: '↑ ↓ выбор  enter — вкл. или выкл.  e — изменить  d — удалить  a — добавить',
		off: 'выкл.',
		log: (step, text) => `лог #${step}  ${text}`,
	},
	futures: {
		title: 'Варианты будущего',
		inAll: (count) => `всего ${count}`,
		from: (step) => `от #${step}`,
		nothingDone: 'ещё ничего не сделано',
		more: (count) => `и ещё ${count}`,
		here: '● — на экране. Команда в прошлом или :branch NAME начинает другое будущее.',
		again: (count) => `:again повторяет здесь более поздние команды покинутого будущего (${count})`,
		keys: '↑ ↓ выбор  enter — туда  c — сравнить  e — назвать  esc — выйти',
		clientRequest: 'запрос клиента',
		editorClosed: (line) => `редактор команды kubectl ${line} закрыт`,
	},
	compare: {
		title: 'Два варианта будущего',
		onlyOne: 'будущее только одно; команда в прошлом начнёт другое',
		differ: (different, all) =>
			`различаются ${different} из ${all} ${formOf(all, 'остановки', 'остановок', 'остановок')}`,
		howTheyEnd: 'Итоги',
		endAlike: (one, other) => `${one} и ${other} заканчиваются одинаково`,
		endPlace: (at, all) => (at === undefined ? `${all}   tab — прокрутить` : `${at + 1} из ${all}`),
		first: (row) => `● первое различие: ${row === undefined ? 'нет' : `строка ${row}`}`,
		keys: '↑ ↓ выбор  n — следующее различие  enter — туда  tab — итоги  esc — выйти',
		notThere: '(нет)',
		notSet: '(не задано)',
		there: 'есть',
		ready: (ready, wanted) => `готовы ${ready} из ${wanted}`,
		succeeded: (count) => `успешно: ${count}`,
		notReady: 'не Ready',
		lost: (lost, all) => `${lost} из ${all}`,
		lostBy: (client) => `потеряно у ${client}`,
		never: 'никогда',
		readyAt: (pod) => `${pod} станет Ready`,
		atRest: 'покой наступит',
	},
	faults: {
		title: (about) => `Что может сломаться: ${about}`,
		count: (count) => counted(count, 'сбой', 'сбоя', 'сбоев'),
		when: 'Случится на этой остановке; в прошлом — другое будущее. at=30s, when=… — позже.',
		keys: '↑ ↓ выбор  enter — выполнить  e — изменить команду  esc — выйти',
		cluster: 'этот кластер',
	},
	live: {
		requests: (count, open) => `${counted(count, 'запрос', 'запроса', 'запросов')}, открыто ${open}`,
		runs: (address, requests) => `${address} · работает · ${requests} · c — приостановить`,
		held: (address, requests) => `${address} · приостановлен · ${requests} · s — шаг, c — продолжить`,
		withoutClients: (open) => `будущее без клиентов: их кластер приостановлен (открыто ${open}); :other возвращает`,
	},
};
