import {overlayDevices} from '../../digest/overlay-devices.js';
import {joinHostPort} from '../../../objects/host-port.js';
import type {Stop} from '../../../kernel/stop.js';
import {shortId} from '../../digest/container.js';
import type {CRIAnswered, CRIAsked, RuntimeFacts} from '../../facts/kubelet/runtime.js';
import {hopWords, lossWords} from '../network/traffic.js';
import {counted, podOf} from '../words.js';
import type {Translation} from '../../translation.js';
import type {Sentences} from '../../language-table.js';

const askedWords = (call: CRIAsked, pod: string): string => {
	switch (call.method) {
		case 'RunPodSandbox': {
			return `просит у containerd песочницу для ${pod}`;
		}

		case 'StopPodSandbox': {
			return `просит containerd остановить песочницу ${pod}`;
		}

		case 'RemovePodSandbox': {
			return `просит containerd удалить остановленную песочницу ${pod}`;
		}

		case 'UpdatePodSandboxResources': {
			return `сообщает containerd новые лимиты песочницы ${pod}`;
		}

		case 'CreateContainer': {
			return `просит containerd создать контейнер ${call.about.container} для ${pod} из ${call.about.image}`;
		}

		case 'StartContainer': {
			return `просит containerd запустить ${call.about.container} в ${pod}`;
		}

		case 'StopContainer': {
			return `просит containerd остановить ${call.about.container} в ${pod}, до SIGKILL — ${call.about.graceSeconds} с`;
		}

		case 'RemoveContainer': {
			return `просит containerd удалить завершённый контейнер ${call.about.container} (${shortId(call.about.id)}) из ${pod}`;
		}

		case 'UpdateContainerResources': {
			const {container, cpusetCpus} = call.about;
			return cpusetCpus === undefined
				? `просит containerd изменить лимиты ${container} в ${pod}`
				: `просит containerd держать ${container} в ${pod} на CPU ${cpusetCpus}`;
		}

		case 'ExecSync': {
			return `просит containerd выполнить ${call.about.command.join(' ')} в ${call.about.container} в ${pod}`;
		}

		case 'PullImage': {
			const {image, username} = call.about;
			return `просит containerd скачать ${image}${username === undefined ? '' : ` от имени ${username}`}`;
		}

		case 'RemoveImage': {
			return `просит containerd удалить ${call.about.image}`;
		}
	}
};

const answeredSentence = (call: CRIAnswered, pod: string): string => {
	switch (call.method) {
		case 'RunPodSandbox': {
			const {sandbox, ip} = call.about;
			return `Песочница ${shortId(sandbox)} для ${pod} готова${ip ? `, адрес ${ip}` : ', сеть узла'}.`;
		}

		case 'StopPodSandbox': {
			const {ip} = call.about;
			return `Контейнер pause у ${pod} завершается, а с ним пространства имён${ip ? ` и адрес ${ip}` : ''}.`;
		}

		case 'RemovePodSandbox': {
			return `Sandbox ${shortId(call.about.sandbox)} больше нет.`;
		}

		case 'UpdatePodSandboxResources': {
			return `containerd получил новые лимиты ${pod}.`;
		}

		case 'CreateContainer': {
			return `Контейнер ${call.about.container} создан как ${shortId(call.about.id)}; в нём ещё ничего не работает.`;
		}

		case 'StartContainer': {
			return `${call.about.container} работает как процесс ${call.about.pid}.`;
		}

		case 'StopContainer': {
			return `${call.about.container} остановлен, код выхода ${call.about.exitCode}.`;
		}

		case 'RemoveContainer': {
			return `Контейнера ${shortId(call.about.id)} и его лога больше нет.`;
		}

		case 'UpdateContainerResources': {
			const {container, cpusetCpus} = call.about;
			return `У cgroup контейнера ${container} теперь ${cpusetCpus === undefined ? 'новые лимиты' : `cpuset.cpus ${cpusetCpus}`}; его процессы продолжают работать.`;
		}

		case 'ExecSync': {
			const {command, exitCode, output} = call.about;
			return `${command.join(' ')} завершается с кодом ${exitCode}${output ? ` и печатает ${output.trim()}` : ''}.`;
		}

		case 'PullImage': {
			const {image, node, bytes, downloaded} = call.about;
			return downloaded === 0 && bytes > 0
				? `В реестре образов ${image} — то же, что уже есть на ${node}: скачивать нечего.`
				: `${image} теперь на ${node}: ${counted(bytes, 'байт', 'байта', 'байт')}.`;
		}

		case 'RemoveImage': {
			const {image, node, bytes} = call.about;
			return `${image} больше нет на ${node}: свободно ${counted(bytes, 'байт', 'байта', 'байт')}.`;
		}
	}
};

const criSentence = (facts: RuntimeFacts['cri.*'], stop: Stop): string => {
	const pod = podOf(stop);
	const name = pod.slice(pod.indexOf('/') + 1);
	switch (facts.case) {
		case 'call': {
			return `kubelet ${askedWords(facts, pod)}.`;
		}

		case 'answer': {
			return answeredSentence(facts, pod);
		}

		case 'error': {
			return `containerd отвечает ошибкой: ${facts.message}`;
		}

		case 'exec': {
			return `kubelet узла ${facts.node} просит containerd выполнить ${facts.command.join(' ')} в ${facts.container} в ${pod}; ввод и вывод идут по соединению клиента.`;
		}

		case 'exec-ended': {
			return `${facts.command.join(' ')} завершается с кодом ${facts.answer.exitCode}.`;
		}

		case 'exec-failed': {
			return `${facts.command.join(' ')} не может выполниться: ${facts.description}.`;
		}

		case 'attach': {
			return `kubelet узла ${facts.node} запрашивает у containerd вывод ${facts.container}, начиная с этого момента.`;
		}

		case 'not-running': {
			return `${facts.container} в ${pod} не работает.`;
		}

		case 'connect': {
			return facts.listening
				? `Соединение передаётся на порт ${facts.port} в ${name}: containerd открывает его внутри сетевого пространства имён Pod.`
				: `Соединение не передать: порт ${facts.port} в ${name} не прослушивается.`;
		}
	}
};

const pauseSentence = (facts: RuntimeFacts['container.pause']): string => {
	if (facts.case === 'reap') {
		const {container, pids} = facts;
		return `pause, процесс 1 общего пространства процессов, забирает ${pids.length === 1 ? 'завершённый процесс, родителя которого' : 'завершённые процессы, родителей которых'} уже нет: ${pids.join(', ')} (контейнер ${container}).`;
	}

	const {pid, netns, sharesProcesses} = facts;
	const shared = sharesProcesses ? '; пространство процессов тоже общее, и как его процесс 1 он забирает зомби' : '';
	return `Контейнер pause запускается как процесс ${pid} и держит ${netns === 'host' ? 'открытым пространство имён Pod IPC, так что оно переживёт' : 'открытыми пространства имён Pod — сетевое, IPC и UTS, так что они переживут'} любой другой контейнер${shared}.`;
};

const signalSentence = (facts: RuntimeFacts['container.signal']): string => {
	switch (facts.case) {
		case 'send': {
			return `containerd отправляет ${facts.signal} процессу ${facts.pid} контейнера ${facts.container}.`;
		}

		case 'ignore': {
			return `${facts.program} игнорирует ${facts.signal} и работает дальше.`;
		}

		case 'shut-down': {
			return `${facts.program} получает ${facts.signal}: новых соединений не принимает и завершится через ${facts.afterMs} мс.`;
		}

		case 'script': {
			if (facts.ends) {
				return `${facts.container} получает ${facts.signal}: пространство процессов общее, это не процесс 1, и действие по умолчанию завершает его.`;
			}

			return facts.interruptible
				? `${facts.container} получает ${facts.signal} во время ожидания: его trap срабатывает сразу.`
				: `${facts.container} получает ${facts.signal}; у процесса 1 нет для него действия по умолчанию, а trap сработает только после текущей команды.`;
		}
	}
};

/** The sentence for each kind of thing that is not simulated: it is assumed to work. */
const assumptions: Readonly<
	Record<RuntimeFacts['container.assume']['kind'], (facts: RuntimeFacts['container.assume']) => string>
> = {
	program: ({container, what}) => `${container} выполняет ${what}: это не симулируется, считается, что всё сработало.`,
	host: ({container, what}) => `${container} обращается к ${what} вне кластера: считается, что ответ есть.`,
	user: ({what}) =>
		`Pod требует пользователя, отличного от root: об образе ${what} ничего не известно, считается, что такой пользователь с номером в нём есть.`,
	secret: ({container, what}) => `${container} не симулируется: считается, что он создаёт Secret ${what}.`,
	tag: ({what}) =>
		`Список известных тегов не говорит, существует ли ${what}: предполагается, что в реестре образов он есть.`,
	memory: ({container, what}) =>
		`Для запуска ${container} нужно памяти: ${what}. Так говорит документация образа, измерений нет.`,
	repository: ({container, what}) =>
		`kubelet клонирует ${what} в пустой каталог: его файлы не симулируются, предполагается, что нужное контейнеру ${container} в нём есть.`,
	file: ({container, what}) => `${container} использует ${what}: считается, что это есть в образе.`,
	registry: ({what}) =>
		`Pod называет Secret для скачивания образов: предполагается, что реестр образов ${what} без него откажет.`,
};

/** Stops of the container runtime, its containers and its network plug-ins, in Russian. */
export const runtimeSentences: Translation<Sentences<RuntimeFacts>> = {
	'cri.*': criSentence,
	'container.pause': pauseSentence,
	'container.listen': ({container, ip, port, open}) =>
		`${container} ${open ? 'слушает' : 'больше не слушает'} ${ip ? `${ip}:` : 'порт '}${port}.`,
	'container.files': ({container, changes}) =>
		`${container} ${changes
			.map(({path, kind, size}) => {
				if (kind === 'removed') {
					return `удаляет ${path}`;
				}

				if (kind === 'directory') {
					return `меняет каталог ${path}`;
				}

				if (kind === 'link') {
					return `создаёт ссылку ${path}`;
				}

				return `пишет ${path} (${counted(size, 'байт', 'байта', 'байт')})`;
			})
			.join(', ')}.`,
	'container.log'({container, text}) {
		const [first = '', ...rest] = text.trimEnd().split('\n');
		return `${container} пишет: ${first}${rest.length > 0 ? ` … (${counted(rest.length + 1, 'строка', 'строки', 'строк')})` : ''}`;
	},
	'container.signal': signalSentence,
	'container.busy': ({container, command}) =>
		`${container} считает без остановки (${command}): дальше симуляция выполняет его медленнее.`,
	'container.assume': (facts) => assumptions[facts.kind](facts),
	'container.resolve': ({container, host, server, result, name, addresses, isOutside, loss}) => {
		const found = isOutside
			? `${name} не из этого кластера; считается, что такое имя есть`
			: `${name} — это ${addresses.join(', ')}`;
		const unfound = result === 'unknown' ? 'такого имени нет' : `ответа нет${loss ? `: ${lossWords(loss)}` : ''}`;
		return `${container} спрашивает DNS ${server} о ${host}: ${result === 'found' ? found : unfound}.`;
	},
	'container.connect'({container, node, ip, port, hops, outcome, loss}) {
		const way = hops.filter((hop) => hop.case !== 'address').map((hop) => hopWords(hop));
		const inside = outcome === 'outside' || outcome === 'open' || !loss ? [] : [`соединения нет: ${lossWords(loss)}`];
		const end = outcome === 'outside' ? ['адрес не из этого кластера; считается, что он отвечает'] : inside;
		return `${container} соединяется с ${joinHostPort(ip, port)} с узла ${node}: ${[...way, ...end].join('; ')}.`;
	},
	'container.kill'({why, pid}) {
		if (why.case === 'memory') {
			return `${why.container} занимает ${why.used} памяти при лимите ${why.limit}: ядро отправляет SIGKILL процессу ${pid}.`;
		}

		const because =
			why.case === 'sandbox'
				? 'Его песочница останавливается'
				: `${why.container} всё ещё работает через ${why.graceSeconds} с`;
		return `${because}: containerd отправляет SIGKILL процессу ${pid}.`;
	},
	'container.exit': ({container, exitCode, reason, message}) =>
		reason === 'OOMKilled'
			? `Ядро убивает ${container}: превышен его лимит памяти.`
			: `${container} завершается с кодом ${exitCode}${message ? ` и оставляет сообщение: ${message.trimEnd()}` : ''}.`,
	'container.request': ({pod, path, port, status}) => `${pod} отвечает на GET ${path}, порт ${port}: ${status}.`,
	'cni.add.bridge': (facts, stop) =>
		facts.case === 'start'
			? `containerd запускает плагин bridge с ADD для ${podOf(stop)}: конфигурация — на стандартном вводе, остальное — в переменных окружения.`
			: `bridge создаёт пару veth ${facts.host} – eth0, переносит eth0 в ${facts.netns}, подключает ${facts.host} к cni0, даёт eth0 адрес ${facts.ip} и маршрут по умолчанию через ${facts.gateway} и печатает результат.`,
	'cni.add.host-local': (facts) =>
		facts.case === 'exhausted'
			? `У host-local не осталось адресов в ${facts.subnet}.`
			: `bridge вызывает свой плагин IPAM: host-local занимает ${facts.ip}, следующий свободный адрес в ${facts.subnet}.`,
	'cni.add.portmap': ({node, ip, portMappings}) =>
		`portmap передаёт ${portMappings.map(({hostPort, containerPort}) => `порт ${hostPort} узла ${node} на ${joinHostPort(ip, containerPort)}`).join(', ')}.`,
	'cni.del.bridge': ({released}, stop) =>
		`containerd запускает bridge с DEL для ${podOf(stop)}: пара veth удалена, host-local освобождает ${released}.`,
	'cni.routes'(facts) {
		const {own} = facts;
		switch (facts.case) {
			case 'start': {
				return `flannel даёт ${own} диапазон ${facts.podCIDR} на мосту cni0 и создаёт устройство ${overlayDevices(facts.podCIDR)}.`;
			}

			case 'refused': {
				return `flannel на ${own} не может прочесть Node: ${facts.message}.`;
			}

			case 'route': {
				const {node, podCIDR, via, isGone} = facts;
				return isGone
					? `${node} больше нет: flannel на ${own} убирает маршрут к ${podCIDR}.`
					: `flannel на ${own} направляет ${podCIDR}, то есть Pod узла ${node}, через ${overlayDevices(podCIDR)}: пакеты VXLAN к ${via}.`;
			}

			case 'routes': {
				const {set, gone} = facts;
				const removed = gone > 0 ? ` и убирает ${counted(gone, 'маршрут', 'маршрута', 'маршрутов')}` : '';
				return `flannel на ${own} задаёт сразу ${counted(set, 'маршрут', 'маршрута', 'маршрутов')}${removed}: каждый ведёт к Pod другого узла через flannel.1.`;
			}
		}
	},
};
