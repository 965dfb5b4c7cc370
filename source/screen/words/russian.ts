import {counted, formOf} from '../../stages/ru/words.js';
import {russianKeys} from './russian-keys.js';
import type {TranslatedWords} from './screen-words.js';
import {board} from './board/russian.js';
import {lists} from './lists/russian.js';
import {manual} from './manual/russian.js';
import {messages} from './messages/russian.js';
import {panes} from './panes/russian.js';

const lines = (count: number): string => counted(count, 'строка', 'строки', 'строк');
const presses = (count: number): string => counted(count, 'нажатие', 'нажатия', 'нажатий');

/** The screen in Russian. */
export const russian: TranslatedWords = {
	...russianKeys,
	colon: ': ',
	help: {
		title: 'Клавиши и команды',
		goesBack: 'любая другая клавиша возвращает',
		below: (count) => `↓ ещё ${lines(count)}; любая другая клавиша возвращает`,
		finds: '/ ищет',
		nothing: (text) => `Ни у одной клавиши и команды нет «${text}» в описании.`,
		now: 'Сейчас',
		groups: {
			moving: 'По времени',
			looking: 'Присмотреться',
			views: 'Панели',
			panes: 'Внутри панели',
			inPanes: 'Только в некоторых панелях',
			inLessons: 'Уроки, задачи и догадки',
			always: 'Везде',
		},
		words: 'Команды после двоеточия',
	},
	prompt: {
		findAccepts: 'enter принимает; затем n — следующее, N — предыдущее',
		run: 'выполнить',
		complete: 'дополнить',
		earlier: 'введённое раньше',
		close: 'назад',
		leave: (unsaved) =>
			`Выйти? ${counted(unsaved, 'несохранённое действие пропадёт', 'несохранённых действия пропадут', 'несохранённых действий пропадут')}. q — да, esc — нет; :save FILE.`,
	},
	footer: {
		answer: 'ответить',
		check: 'проверить',
		goOn: 'дальше',
		nextTask: 'следующая задача',
		allTasks: 'все задачи',
		open: 'открыть',
		unfold: 'развернуть',
		choose: 'выбор',
		scroll: 'прокрутка',
		more: 'ещё',
		back: 'назад',
		allPanes: 'все панели',
		alone: 'только она',
		panes: 'панели',
		words: 'команды',
		text: 'текст',
	},
	stop: {
		start: 'начало',
		guessNext: 'предскажите, что дальше',
		guessAgain: (stage) => `ещё раз · ${stage}`,
		changes: 'меняет',
		forReal: 'на деле',
		means: 'значит',
		read: 'читать',
		upstream: (place) => `код: ${place}`,
		why: 'почему',
		calm: 'кластер в покое',
		nothingYet: 'Ещё ничего не произошло.',
		you: (command) => `вы: ${command}`,
		client: (request) => `клиент: ${request}`,
		nobody: 'не ваша команда: запуск кластера или таймер',
		ledTo: 'привело к',
		ledToNothing: 'записанных следствий пока нет',
		links: (count, key) => `${counted(count, 'звено', 'звена', 'звеньев')} и следствия: ${key}`,
		folded: lines,
		unfold: (key) => `${key}: развернуть`,
		isNew: (count) => `появилось здесь, ${lines(count)}`,
		notStored: (key) => `${key} на этом шаге не хранится`,
		nothing: 'у этого шага нет ни объекта, ни данных',
		begin: 'Ещё ничего не произошло. s — шаг, : — команда kubectl.',
		gone: (count) => `дальше не существует, ${lines(count)}`,
		facts: 'данные этого шага',
		outcomes: {passed: 'прошло', refused: 'отказано', failed: 'неудача', warning: 'предупреждение'},
		unchanged: 'здесь не изменилось',
		inYourFile: 'в вашем файле',
		wouldHelp: 'что поможет',
		outOfSight: (arrows, count) => `${arrows} ${formOf(count, 'строка', 'строки', 'строк')}`,
	},
	lesson: {
		heading: (number) => (number === undefined ? 'Урок' : `Урок ${number}`),
		drill: 'Тренировка',
		inEnglish: ' (на английском)',
		place: (index, count) => `${index} из ${count}`,
		score: (right, count) => `С первого раза верно: ${right} из ${count}. `,
		youSaid: (answer) => `Ваш ответ: ${answer}.`,
		lastDeed: (process, step, sentence) => ` Последнее, что сделал ${process}, на #${step}: ${sentence}`,
		noDeed: (object, from, to) =>
			object === undefined
				? ` С #${from} по #${to} он ничего не делает.`
				: ` До #${to} он ничего не сделал с ${object}.`,
		notHere: (sentence) => `не здесь: ${sentence}`,
		goThere: 'Перейдите к остановке любой клавишей и нажмите там enter. ! показывает её.',
		typeValue: 'enter открывает строку для ответа. ! показывает его.',
		breakIt: 'X — список сбоев, : вводит сбой, например :crash NAME. enter проверяет. ! показывает один.',
		notBroken: (why) => `это ещё не тот симптом${why === undefined ? '' : `: ${why}`}`,
		pickOrder: 'Выбор — ← и →; enter берёт следующий. ! показывает порядок.',
		noValue: 'здесь нет вопроса о значении',
		emptyValue: 'напишите ответ после слова answer: enter снова откроет строку',
		itIs: (answers, step) => ` Верно: ${answers}${step === undefined ? '' : ` (#${step}, на экране)`}. `,
		opensNext: 'Enter открывает следующий урок.',
		courseEnds: 'Это был последний урок. Дальше тренировки: q — выйти, затем k8s-walkthrough drill.',
		addedSomething: 'После этого текста вы изменили ход событий; u отменяет это.',
		steppedAway: (left, at) => `Этот текст — о #${left}, а вы на #${at}; u возвращает туда.`,
		task: 'Задание: ',
		hint: 'Подсказка: ',
		done: 'готово; enter — дальше',
		taskResult: 'Ваше задание: ',
		yourTask: 'Ваше задание: до и после',
		payoff: {
			answered: (count, all) => `есть ответ на ${count} из ${all}`,
			lost: (counts, all) => `${counts} из ${all}`,
			beforeAfter: (before, after) => `До: ${before}. После: ${after}.`,
			yours: (command, step, after) => `Причина, ${after} назад: ${command} на #${step}.`,
			became: (name, field, old, now) => `${name}: ${field}, было ${old ?? 'пусто'} → стало ${now}`,
			made: (name, field, now) => `${name}: новый объект, ${field} ${now}`,
			exists: (name) => `${name}: раньше не было, теперь есть`,
			picture: ':export svg FILE сохраняет эту страницу картинкой.',
			keep: 'u отменяет: попробуйте иначе. :export svg FILE сохраняет картинку.',
			keepRace: ':race снова рисует гонку, z — целиком. :export svg FILE сохраняет картинку.',
		},
		lookAt: (what) => `Посмотрите на панель ниже: ${what}.`,
		wentOn: 'Прогон перешёл к следующему месту. Панель ниже показывает его.',
		moreByTab: (count) => `↓ ${lines(count)}, tab: всё`,
		moreLines: (count) => `↓ ещё ${lines(count)}`,
		words: 'Слова',
		manySay: (misconception) => `Распространённое мнение: «${misconception}» Это верно?`,
		beliefs: {unsure: 'не знаю', true: 'верно', false: 'неверно'},
		misconception: 'Заблуждение',
		youBegan: (belief) => `Ваш ответ в начале: ${belief}.`,
		refutedBy: (lessonStep, step, sentence) => `Его опровергает шаг ${lessonStep}, #${step}: ${sentence}`,
		idea: 'Мысль этого урока',
		answers: 'Ваши ответы',
		marks: '✓ верно  ✗ неверно  · без ответа',
		tryIt: 'Попробуйте в настоящем кластере',
	},
	drill: {
		shown: 'Решение вам показали; эта тренировка остаётся открытой.',
		repaired: (took, keys, clock) =>
			`Починено${took === undefined ? '' : ` за ${took}`}, ${presses(keys)}; часы кластера ушли вперёд на ${clock}.`,
		spoken: (hours, minutes, seconds) => {
			if (hours > 0) {
				return `${hours} ч ${minutes} мин`;
			}

			if (minutes > 0) {
				return `${minutes} мин ${seconds} с`;
			}

			return `${seconds} с`;
		},
		shortest: (commands) => `Самое короткое известное решение: ${commands}`,
		andThen: 'затем',
		chain: 'От причины к симптому',
		notHelping: 'Что не помогает',
		opensNext: 'Enter открывает следующую тренировку; tab показывает кластер.',
		solved: 'починено; enter — объяснение',
		repair: 'Почините: «:» — ввод kubectl, enter — проверка. Подсказок нет; ! — сдаться.',
		note: (level, keys) => `уровень ${level} · ${presses(keys)}`,
	},
	messages,
	panes,
	board,
	lists,
	manual,
	home: {
		introduction: [
			'Симуляция кластера Kubernetes v1.36, которую можно остановить на любом шаге.',
			'Проследите путь Pod от kubectl до трафика: рассматривайте любой объект, возвращайтесь назад, выясняйте причины.',
			'Enter начинает с урока 1. Внутри ? показывает все клавиши, а q возвращает сюда.',
		],
		done: (done, count) =>
			`Весь путь Pod, шаг за шагом. Пройдено ${counted(done, 'урок', 'урока', 'уроков')} из ${count}.`,
		chapters: ['Путь внутрь', 'Циклы', 'Где он работает', 'Узел', 'Трафик', 'Без подсказок; музей'],
		begin: 'Начать',
		continue: 'Продолжить',
		next: 'Дальше',
		lesson: (number, title, minutes, step) =>
			`Урок ${number}  ${title} (${minutes} мин${step ? `, шаг ${step[0]} из ${step[1]}` : ''})`,
		doneOf: (done, count) => `${done} из ${count}`,
		drills: 'Тренировки: сломанные кластеры, исправление без подсказок',
		drill: (level, title) => `уровень ${level}  ${title}`,
		exams: 'Экзамены: наборы заданий на время, с баллами',
		exam: (title, tasks, minutes, points) =>
			`${title}  заданий: ${tasks}, ${minutes} мин${points === undefined ? '' : `  баллов: ${points} из 100`}`,
		learned: 'Глава на одном рисунке',
		chapterPage: (number, title) => `Глава ${number} · ${title}`,
		pageKeys: '↑ ↓ прокрутка  любая другая клавиша — назад',
		play: 'Свободный режим: кластер из трёх узлов и kubectl',
		playOn: (file) => `Открыть ${file}  свой кластер (сценарий)`,
		replayOf: (file) => `Воспроизвести ${file}  (запись)`,
		openFile: (file) => `Открыть ${file}`,
		open: 'Открыть манифест: ввести путь',
		replay: 'Воспроизвести запись: ввести путь',
		language: (name, next, word) => `Язык: ${name} (enter: ${next}, ${word})`,
		noFile: 'такого файла здесь нет',
		nothing: (key) => `${key} здесь ничего не делает; ↑ ↓ — выбор, enter — открыть, q — выйти`,
		path: 'путь',
		pathKeys: 'enter — открыть  tab — дополнить  esc — назад',
		opening: 'открывается …',
		opens: '↑ ↓ выбор  enter — открыть  q — выйти',
		unfolds: '↑ ↓ выбор  enter — развернуть  q — выйти',
	},
};
