import {counted, formOf} from '../../stages/ru/words.js';
import type {english} from './english.js';
import type {Translation} from '../../stages/translation.js';

const stops = (count: number): string => counted(count, 'остановка', 'остановки', 'остановок');

const countedRuns = (count: number): string => counted(count, 'прогон', 'прогона', 'прогонов');

/** The number of runs in the genitive, after “из”. */
const ofRuns = (count: number): string => counted(count, 'прогона', 'прогонов', 'прогонов');

/** The output of commands in Russian. */
export const russian: Translation<typeof english> = {
	explanation: {
		refused: (object) => `отказано: ${object}`,
		stuck: (object) => `застрял: ${object}`,
		remark: (object) => `замечание: ${object}`,
		where: 'где',
		says: 'сказано',
		field: 'поле',
		because: 'причина',
		unblock: 'совет',
		works: 'работает',
		helps: 'помогает',
		untested: 'возможно',
		again: 'и примените файлы ещё раз',
		next: (reason: string) => `затем: ${reason}`,
		or: 'или',
		at: (stop, seconds, process) => `${stop}, ${seconds} с, в ${process}`,
		files: (count) => `… (всего файлов: ${count})`,
		moreInAll: (count) => `… ещё строк: ${count}; -v печатает все`,
		moreDone: (count) => `ещё готовых объектов: ${count}; -v назовёт их`,
		you: (command) => `← вы: ${command}`,
		moreLines: (count) => `  … ещё ${counted(count, 'строка', 'строки', 'строк')}`,
	},
	check: {
		comma: '; ',
		labels: {
			says: 'текст',
			at: 'место',
			where: 'где',
			because: 'почему',
			advice: 'выход',
			fix: 'правка',
			debug: 'показ',
		},
		moreLines: (count: number) => `… ещё строк: ${count}`,
		counted: (files: number, objects: number) => `объектов: ${objects}, файлов: ${files}`,
		severities: {
			error: (count: number) => `ошибок: ${count}`,
			warning: (count: number) => `предупреждений: ${count}`,
			assumed: (count: number) => `допущений: ${count}`,
			note: (count: number) => `замечаний: ${count}`,
		},
		ignored: (count: number) => `игнорируется: ${count}`,
		known: (count: number) => `уже известно: ${count}`,
		skipped: (count: number) => `пропущено: ${count}`,
		seconds: (seconds: string) => `${seconds} с`,
		ofObjects: (names: readonly string[], more: number) => `(${names.join(', ')}${more > 0 ? ` и ещё ${more}` : ''})`,
		moreCut: (count: number, title: string) => `… таких же объектов (${title}) ещё: ${count}; -v перечислит их`,
		interrupted: (reached) =>
			`Ctrl-C: результаты на этот момент${reached ? `; проверено файлов: ${reached.checked} из ${reached.files}, прочитано объектов: ${reached.objects}` : ''}`,
		versions: (versions: string) =>
			`виды, поля и feature gates: Kubernetes ${versions}; поведение: записанное для Kubernetes 1.36`,
		skippedFile: 'пропущен',
		why: {
			chart: 'чарт Helm',
			kustomization: 'часть kustomization',
			'no object': 'нет объекта Kubernetes',
			settings: 'настройки программы, которых нет в API',
			unreadable: 'не YAML или шаблон',
		},
		askFix: (fixes: number, files: number) => `записать правки (${fixes}) в файлы (${files})?`,
		assumedBalancer:
			'считается, что в кластере есть провайдер балансировщиков, например облако или MetalLB: без него EXTERNAL-IP остаётся <pending>',
		assumedMetrics: 'считается, что в кластере есть metrics-server: без него число Pod не меняется',
		fixed: (fixes: number, files: number) => `записано правок: ${fixes}, файлов: ${files}`,
		patchIn: (folder) => `файлы вне текущей папки: примените патч командой git -C ${folder} apply`,
		notFixed: 'ничего не записано',
		undone: (files) => `изменённые файлы (${files}) дают не лучший результат: прежний текст восстановлен`,
		byHand: (id, place) =>
			`${id}: не записано, потому что строку создаёт шаблон или преобразование: измените вручную ${place}`,
		progress: (done: number, all: number) => `частей: ${done} из ${all}`,
	},
	end: {
		states: {done: 'готово', refused: 'отказано', stuck: 'застряло', cut: 'прервано'},
		verdictAt: (verdict, stop, sentence) => `${verdict}, ${stop}: ${sentence}`,
		reached: (place) => `дошли до ${place}`,
		notReached: (place) => `прогон пришёл в покой и не достиг ${place}`,
		last: (verdict, step, seconds, fingerprint) =>
			`${verdict === undefined ? '' : `${verdict}: `}шаг ${step}, ${seconds} с, отпечаток ${fingerprint}`,
		waiting: (what, until, atMost) => `ждём: ${what}, до ${until} с (самое позднее до ${atMost} с: --for меняет)`,
		warning: (text) => `предупреждение: ${text}`,
		endless: (command, seconds, says) =>
			`${command} продолжается через ${seconds} с и сам не закончится${says === '' ? '' : `; сообщает: ${says}`}`,
		outOfStops: (most, busiest) =>
			`конец: ${stops(most)}, покой не наступил${busiest ? `; среди последних ${busiest.last} больше всего от ${busiest.process} (${busiest.share}%)${busiest.object ? `, об ${busiest.object.name} (${busiest.object.share}%)` : ''}` : ''}; --stops увеличивает предел`,
		outOfTime: (seconds, due) =>
			`конец: прошло ${seconds} с, покой не наступил${due === undefined ? '' : `; ещё предстоит: ${due}`}; --for увеличивает предел`,
		recorded: (verdict, count, file, fingerprint) => `${verdict}; ${stops(count)} в ${file}, отпечаток ${fingerprint}`,
		sameFingerprint: (name, count, fingerprint) => `✓ ${name}: ${stops(count)}, отпечаток ${fingerprint}`,
		otherFingerprint: (name, recorded, fingerprint) =>
			`✗ ${name}: у записи отпечаток ${recorded}, а у этого прогона — ${fingerprint}`,
	},
	screen: {
		ready: 'в конце всё готово; пробел воспроизводит, s — шаг, ? — все клавиши',
		readyAfterFailures: 'в конце всё готово; каждый ✗ повторяется; пробел воспроизводит, ? — клавиши',
		readyAssuming: (what, more) => `в конце всё готово; ${what}${more > 0 ? ` и ещё ${more}` : ''}`,
		readyBut: (object, message) => `в конце всё готово, но ${object}: ${message}`,
		refused: 'здесь отказано; S ведёт назад по причинам, w показывает их',
		unfinished: (object, words) => `${object}  ${words}; причину показывает эта остановка`,
		breakpoint: 'c — продолжить до точки останова',
		well: 'в этом кластере всё в порядке',
		unwell: (count, first) =>
			`${counted(count, 'объект', 'объекта', 'объектов')} не в порядке, сначала ${first}: причину показывает эта остановка, цепочку причин — w`,
		remarks: (count) => `${counted(count, 'замечание', 'замечания', 'замечаний')} на остановке, где загружен дамп`,
	},
	list: {
		minutes: (minutes) => `${minutes} мин`,
		due: (questions) => `? ответить снова: ${questions}`,
		level: (level) => `уровень ${level}`,
		exam: (tasks, minutes) => `задач: ${tasks}, ${minutes} мин`,
	},
	progress: (done, missing) =>
		`выполнено: ${done}${missing.length > 0 ? `, ответить снова: ${missing.join(', ')}` : ''}`,
	paper: {
		minutes: (idea, minutes) => `${idea} (${minutes} ${formOf(minutes, 'минута', 'минуты', 'минут')})`,
		step: (number) => `Шаг ${number}`,
		task: (goal) => `Задание: ${goal}`,
		forReal: (command) => `В настоящем кластере: ${command}`,
		answer: (step, answer, because) => `Шаг ${step}: ${answer}${because === undefined ? '' : `. ${because}`}`,
		words: 'Слова',
		answers: 'Ответы',
	},
	compare: {
		dump: 'дамп',
		head: (pods, nodes, fixed) => `Pod: ${pods}, узлов: ${nodes}; на месте остаются ещё ${fixed} Pod`,
		nodesUsed: 'занятых узлов',
		nodesFree: 'узлов без этих Pod',
		mostNodes: 'занятых узлов одновременно, не больше',
		nodeHours: 'часов занятых узлов',
		cost: (label, takesTime) => `цена по ${label}${takesTime ? ' и часам' : ''}`,
		memory: 'память',
		requested: (resource) => `запрошено на них: ${resource}`,
		waiting: 'Pod без узла',
		evictions: 'вытесненных Pod',
		movedFromDump: 'Pod не на том узле, что в дампе',
		movedFromFirst: (name) => `Pod не на том узле, что с ${name}`,
		reason: (pods, message) => `Pod: ${pods}: ${message}`,
		noPrice: (without, nodes, label) =>
			`у ${without} из ${nodes} узлов нет числа под меткой ${label}: они считаются бесплатными`,
		total: 'сумма',
		noExtenders: (name) => `${name}: его расширители не спрашиваются`,
		neverTried: (name) => `${name}: этот Pod не планируется`,
		onlyNode: (name, node, looked) =>
			node === undefined
				? `${name}: Pod не подходит ни один из ${looked} узлов`
				: `${name}: из ${looked} узлов Pod подходит только ${node}`,
		choice: (name, node, feasible) => `${name}: ${node}, Pod подходят узлы: ${feasible}`,
	},
	explore: {
		head: (runs, recorded, missing) =>
			`${countedRuns(runs)}, ${stops(recorded)}${missing > 0 ? `; прервано, не выполнено: ${missing}` : ''}`,
		spread: (min, p5, median, p95, max) => `мин. ${min}  p5 ${p5}  медиана ${median}  p95 ${p95}  макс. ${max}`,
		noAnswer: (missing, runs) => `нет ответа: ${missing} из ${ofRuns(runs)}`,
		by: (setting, questions) => `по ${setting}${questions.length > 0 ? `: ${questions.join(', затем ')}` : ''}`,
		heads: {value: 'значение', runs: 'прогонов', median: 'медиана', max: 'макс.'},
		smallest: (question, value, runs) =>
			`наименьшее, при котором ${question} — 0: ${value} (0 во всех прогонах с ${value} и больше, их ${runs})`,
		ends: (ends) =>
			ends === 1
				? 'все прогоны заканчиваются одинаково'
				: counted(ends, 'разный исход', 'разных исхода', 'разных исходов'),
		end: (number, count, runs, telling) => `${number}. ${count} из ${ofRuns(runs)}: ${telling}`,
		example: (seed, recorded, file) =>
			`наименьший: seed ${seed}, ${stops(recorded)}${file === undefined ? '' : `, ${file}`}`,
		firstSeed: (seed) => `впервые с seed ${seed}`,
		broken: (broken, runs) => `${broken} из ${ofRuns(runs)}: нарушено правило, которое должно выполняться всегда`,
		lines: {
			stillRunning: (count) => `ещё работает после ${count} остановок`,
			failed: 'отказала сама симуляция',
			terminating: 'завершается',
			pods: (family, state, count) => `Pod ${family} ${state}${count === undefined ? '' : `: ${count}`}`,
			fewer: (owner) => `у ${owner} меньше Pod, чем нужно`,
			more: (owner) => `у ${owner} больше Pod, чем нужно`,
			answer: (question, answer) => `${question}: ${answer}`,
			broken: (rule) => `нарушено правило: ${rule}`,
		},
		answers: {
			'no request is lost': 'запросы не теряются',
			'requests are lost': 'есть потерянные запросы',
			'not every Pod is Ready': 'не каждый Pod в состоянии Ready',
			'every Pod is Ready': 'каждый Pod в состоянии Ready',
			'no container has restarted': 'контейнеры не перезапускались',
			'containers have restarted': 'были перезапуски контейнеров',
			'no answer': 'нет ответа',
			'nothing is wrong': 'всё в порядке',
			done: 'готово',
			refused: 'отказано',
			stuck: 'застряло',
			cut: 'прервано',
		},
		progress: (done, all, seconds) =>
			`${done} из ${ofRuns(all)}${seconds === undefined ? '' : `, ещё ${seconds} с`}, Ctrl-C — конец`,
		looking: (done, all) => `поиск малых примеров: ${done} из ${all}, Ctrl-C — конец`,
	},
	serve: {
		head: (version, address, nodes, pace) =>
			`симуляция Kubernetes v1.36${version === undefined ? '' : ` с API версии v${version}`}, адрес ${address} · узлов: ${nodes} · ${pace}`,
		virtualClock: 'виртуальные часы',
		speed: (speed) => `скорость ${speed}`,
		open: (host) =>
			`предупреждение: подключиться может любой клиент, которому доступен ${host}. Без сертификата из этого kubeconfig или токена из --token-auth-file это system:anonymous; не показывайте kubeconfig другим.`,
		editors: (port) => `редакторы подключаются через k8s-walkthrough dap: {"request": "attach", "port": ${port}}`,
		control: (socket) => `управление: k8s-walkthrough ctl --socket ${socket}`,
		ctrlC: 'Ctrl-C завершает работу.',
		caughtUp: 'симулированное время больше не отстаёт',
		behind: (seconds) =>
			`симулированное время отстаёт на ${seconds} с: эта машина слишком занята для такой скорости. Оно догонит, когда работы станет меньше.`,
		end: (why, requests, open, recorded, seconds) =>
			`${why}: выполнено запросов: ${requests}${open > 0 ? `, прервано соединений: ${open}` : ''}; ${stops(recorded)}, виртуальное время: ${seconds} с`,
		recorded: (file, fingerprint) => `запись в ${file}, отпечаток ${fingerprint}`,
		secrets: (count, names, more) => `${names.join(', ')}${more > 0 ? ` и ещё ${more}` : ''} (всего ${count})`,
		hasSecrets: (secrets) => `запись содержит значения Secret: ${secrets}`,
		hidesSecrets: (secrets) => `в записи другой текст вместо значений Secret: ${secrets}`,
		lacksStops: (count) => `последних остановок в ней нет (${count}): без этих значений прогон пошёл там иначе`,
		commands: (list) => `команды: ${list}`,
		unknown: (word) => `неизвестная команда ${word}`,
		notHeld: 'кластер не приостановлен: введите hold или дождитесь точки останова',
		running: 'работает',
		breakpoint: (id) => `точка останова ${id}`,
		deleted: (id) => `точка останова ${id} удалена`,
		noBreakpoint: (id) => `нет точки останова ${id}`,
		noBreakpoints: 'нет точек останова',
		fault: (words) => `сбой: ${words}`,
		notANumber: (words) => `wait ${words}: время — это число секунд`,
		notHeldWithin: (seconds) => `за ${seconds} с кластер не остановился`,
		heldAt: (stop) => `приостановлен здесь: ${stop}`,
		lastStop: (stop) => `работает; последняя остановка: ${stop}`,
		noStop: 'ещё нет',
		nothingYet: 'ещё ничего не произошло',
		noHistory: 'этот сервер не хранит историю: запустите его с --record FILE или --control',
		elsewhere: (exported) => `В другом терминале: ${exported}`,
	},
	chaos: {
		first: 'прогон без сбоев',
		second: 'ещё один прогон без сбоев: различия между этими двумя — не находки',
		sameEnd: 'исход тот же',
		progress: (plan, result) => `${plan}: ${result}`,
		plan: (kind, {client, verb, resource, number, object}) =>
			`${kind} при ${verb} ${resource} ${object} (${number}-й ${verb} ${resource} от ${client})`,
		notSteady: ' (не в каждом прогоне)',
		difference: (what, after, before) => `${what}: ${after}; без сбоев: ${before}`,
		moreDifferences: (more) => `и ещё различий: ${more}`,
		also: (plans) => `исход тот же: ${plans.join('; ')}`,
		replay: (file, compare) => `k8s-walkthrough replay ${file}    затем ${compare}`,
		head: (runs, seconds, search, clients) =>
			`${countedRuns(runs)} за ${seconds} с${search ? `: испытано сбоев: ${search.tried} из ${search.plans}, мест: ${search.writes}` : ''}; контроллер: ${clients.join(', ')}`,
		interrupted: '; прервано',
		noFindings: 'все прогоны заканчиваются так же, как прогон без сбоев',
		findings: (count) => `находок: ${count}; эти прогоны заканчиваются иначе, чем прогон без сбоев`,
		command: 'команда',
		controller: 'контроллер',
		cluster: 'кластер',
		rule: (rule) => `правило «${rule}»`,
		late: 'не завершается вовремя',
		exitCode: (code) => `код завершения ${code}`,
		signal: (signal) => `сигнал ${signal}`,
		runs: 'работает',
		endsUnexpectedly: (ends) => `неожиданно завершается: ${ends.join(', ')}`,
		atRest: 'в покое',
		atWork: 'ещё работает',
		holds: 'выполняется',
		broken: 'нарушено',
		absent: 'отсутствует',
		present: 'есть',
		objects: (count) => counted(count, 'объект', 'объекта', 'объектов'),
		severalObjects: 'несколько объектов',
	},
};
