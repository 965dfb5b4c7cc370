import {counted} from '../../../stages/ru/words.js';
import type {pods as english} from '../en/pods.js';
import type {Translation} from '../../../stages/translation.js';

const restarted = (count: number): string => `${counted(count, 'перезапуск', 'перезапуска', 'перезапусков')}`;

/** `ключ mode`, `ключи a, b`. */
const keyList = (keys: readonly string[]): string => `${keys.length === 1 ? 'ключ' : 'ключи'} ${keys.join(', ')}`;

/** Words about Pods in trouble, in Russian. */
export const pods: Translation<typeof english> = {
	container: (name) => `контейнер ${name}`,
	initContainer: (name) => `init-контейнер ${name}`,
	cannotBeExecuted: 'Команда есть, но выполнить её нельзя: проверьте её права.',
	commandNotFound: 'Команда не найдена: проверьте `command` и образ.',
	crashed: 'Программа упала (SIGSEGV).',
	outOfMemory: 'Он занял больше памяти, чем разрешает его лимит.',
	endedAlways: (hasCommand) =>
		`Он завершается сам, и его запускают снова и снова: ${hasCommand ? 'дайте ему команду, которая не завершается' : 'в образе ничто не работает постоянно, дайте ему команду'}, или возьмите Job.`,
	endedByItself: 'Он завершился сам.',
	initMustSucceed: 'Контейнеры после него запускаются, только если он завершится с кодом 0.',
	exited: (container, code, reason, restarts) =>
		`${container} завершился с кодом ${code} (${reason})${restarts === 0 ? '' : `, уже ${restarted(restarts)}`}`,
	restartsSoFar: (restarts) => `, уже ${restarted(restarts)}`,
	printed: (line) => `Он напечатал: ${line}`,
	ofBrokenTemplate: (pod, set) => `${pod} не готов, и у него всё ещё прежний шаблон StatefulSet ${set}`,
	forcedRollback:
		'StatefulSet не обновляет ни одного Pod, пока один из них не готов, даже того, который новый шаблон исправил бы: удалите этот Pod, и контроллер создаст его по новому шаблону.',
	output: (command) => `Его вывод: ${command}`,
	hookFails: 'kubelet убивает контейнер, чей хук postStart не удался: почините хук или уберите его.',
	hookRuns: (container) =>
		`${container} работает, но его хук postStart не закончился: до этого он не считается запущенным`,
	hookEnds:
		'kubelet продолжает только после окончания хука: долгое ожидание или сервер поместите в отдельный контейнер.',
	rejected: 'kubelet его узла отказывает ему: этот Pod завершился неудачей, работать может только новый Pod.',
	rejectedAgain: (kind: string) =>
		`kubelet его узла отказывает ему. ${kind} сразу, без паузы, создаёт следующий Pod, и kubelet отказывает каждому.`,
	noProgram: (program) =>
		`В образе нет программы ${program}, которую можно запустить: проверьте \`command\`, \`args\` и образ.`,
	cannotStart: 'Среда выполнения не может запустить программу: проверьте `command`, `args` и что есть в образе.',
	podDeadline: (seconds) =>
		`Его предел — ${seconds} с независимо от того, что он успел: увеличьте его или уберите поле.`,
	wroteTooMuch:
		'Он записал на свой узел больше своего лимита: повысьте предел, пишите меньше или пишите в PersistentVolumeClaim.',
	nodeShutDown: 'Его узел выключился, и контроллер его не заменяет: это сделали бы Deployment, StatefulSet или Job.',
	evicted:
		'Узлу понадобились ресурсы, которые он занимал: запрашивайте столько, сколько используете, или используйте меньше.',
	losesAnswers: (container) => `${container} получал ответы на запросы, а на последний ответа нет`,
	waitsInVain: (container) => `${container} ждёт ответа, который не приходит`,
	failsOften: (message, container, failures) =>
		`${message.replace(/:$/, '')}, пока при каждой проверке: kubelet перезапустит ${container} после ${failures} неудач подряд`,
	volumeOn: (volume, key, values) =>
		`Том ${volume} доступен только с узлов, у которых ${key}: ${values.join(' или ')}.`,
	initRuns: (container, seconds) =>
		`${container} работает уже ${seconds} с, и контейнеры после него ждут, пока он завершится`,
	completed: (completed, runs) =>
		`${completed} завершил работу, а ${runs} продолжает: Pod в состоянии Ready, только пока работают все его контейнеры`,
	runsOn: (container, seconds) => `${container} работает уже ${seconds} с: Job выполнен, когда он завершится с кодом 0`,
	notListeningYet:
		'Программа ещё не слушает, когда kubelet прекращает ожидание: дайте больше времени через startupProbe или initialDelaySeconds.',
	fileOf: (path, key, source) => `${path} — это ключ ${key} из ${source}.`,
	hides: (mountPath, volume, file) =>
		`То, что есть в образе в ${mountPath}, скрыто томом ${volume}, а в нём нет ${file}.`,
	noToken: 'Pod не получает токена, так как automountServiceAccountToken — false.',
	noTokenOf: (account) =>
		`Pod не получает токен: у ServiceAccount ${account} поле automountServiceAccountToken равно false.`,
	readOnlyMount: (path) => `Том смонтирован в ${path} как readOnly: программы не могут туда писать.`,
	scriptWithoutC: (shell) => `Без -c ${shell} принимает сценарий за имя файла.`,
	portTaken: (port, others) => `Порты у контейнеров одного Pod общие, и ${others.join(' или ')} уже слушает ${port}.`,
	fileOverFolder: (path, file) => `В образе ${path} — каталог, а ${file} — файл: закончите mountPath именем файла.`,
	folderOverFile: (path, volume) =>
		`В образе ${path} — файл, а том ${volume} — каталог: назовите один из его файлов в subPath.`,
	subPathCreated: (path, volume, subPath) =>
		`В томе ${volume} нет ${subPath}: kubelet создаёт каталог с таким именем, а в образе ${path} — файл.`,
	portOfNode: (port, node, other) =>
		`Pod с hostNetwork делят порты своего узла, и порт ${port} узла ${node} уже занят: ${other}; запускайте по одному на узел, как DaemonSet.`,
	serviceLink: (variable, service) =>
		`Переменную ${variable} Pod получает от Service ${service}: с enableServiceLinks: false таких переменных нет.`,
	inOtherNamespace: (name, namespace) =>
		`${name} находится в пространстве имён ${namespace}: Pod может использовать только объекты из своего собственного.`,
	notItsFile: (file, user) =>
		`Образ не даёт пользователю ${user} доступа к ${file}. У многих образов есть вариант для других пользователей, например nginxinc/nginx-unprivileged.`,
	notItsVolume: 'Том принадлежит root: fsGroup передаёт его группе, в которую входит программа.',
	shouldBeInit:
		'То, что нужно сделать один раз до запуска остальных, — это init-контейнер: перенесите его в `spec.initContainers`.',
	gateClosed: (type) => `его контейнеры готовы, но readiness gate ${type} не True`,
	gateOwner: (type) => `Контроллер, отвечающий за ${type}, должен выставить это условие в статусе Pod.`,
	bitnamiTags: (legacy) => `С сентября 2025 в docker.io/bitnami есть только тег latest; прежние — в ${legacy}.`,
	noLatest: (name) => `В Docker Hub у ${name} нет тега latest: укажите версию.`,
	oldFormat:
		'В реестре этот образ есть только в старом формате Docker (schema 1), который containerd не загружает с версии v2.1: укажите более новый тег или другой образ.',
	noSuchImage: 'Такого образа в реестре образов нет: проверьте имя и тег.',
	notOfficial: (name) => `В docker.io/library, откуда берётся образ без имени реестра, нет ${name}.`,
	ownImage:
		'Собственный образ отправьте в реестр и назовите вместе с реестром или загрузите на каждый узел (`kind load docker-image`). Для симуляции опишите его в images сценария.',
	imageCredentials:
		'Реестр требует учётных данных: укажите в imagePullSecrets Secret типа kubernetes.io/dockerconfigjson.',
	daemon: (program) =>
		`${program} уходит в фон, а контейнер завершается вместе с первым процессом: запускайте на переднем плане.`,
	movedData: (path) => `Эта версия образа хранит данные в ${path}: подключите том туда.`,
	selfSignedKubelets:
		'В кластере kubeadm каждый kubelet сам подписывает свой серверный сертификат: примите его с --kubelet-insecure-tls или пусть кластер подписывает эти сертификаты (serverTLSBootstrap).',
	kernelSetting: (name) => `${name} — настройка узла: её может менять только привилегированный контейнер.`,
	otherUser: (variable) =>
		`${variable} задаёт имя пользователя, который создаётся кроме root: её нужно убрать или дать ей другое значение.`,
	lacksCapability: (capabilities) =>
		`Программа запускается от root, и ей нужны capabilities ${capabilities.join(', ')}; образу с другим пользователем они не нужны.`,
	noProfile: 'Файл профиля должен лежать на каждом узле, где может работать Pod.',
	uselessSecret: (secret, registry, image) =>
		`В Secret ${secret} нет учётных данных для ${registry}, откуда берётся ${image}.`,
	checkImage: 'Проверьте имя и тег. Закрытому реестру нужны imagePullSecrets.',
	nodesAskNoClusterDNS: (host) =>
		`Узлы ищут ${host} своим резолвером, а не в DNS кластера: укажите реестр, который им доступен.`,
	alsoWarned: (warning) => `Кроме того, kubelet предупреждает: ${warning}`,
	isHost: (host) => `В части до первой косой черты есть прописные буквы, поэтому это имя реестра: хост ${host}.`,
	imageName: 'Пишите [registry/]name[:tag], строчными буквами.',
	imageNeverPulled: 'Образ должен уже лежать на узле, или надо разрешить его скачать.',
	probeCommand: 'Команда должна завершиться с кодом 0: выполните её через kubectl exec и посмотрите.',
	probePath: (path) => `Программа отвечает, но на ${path} возвращает код ошибки.`,
	containerNames: (names) => `Его контейнеры: ${names.join(', ') || 'нет'}.`,
	portNames: (names) =>
		names.length > 0 ? `Имена портов этого контейнера: ${names.join(', ')}.` : 'У портов этого контейнера нет имён.',
	nobodyListens: (port, open) => `Порт ${port} там не прослушивается; Pod слушает ${open.join(', ')}.`,
	probeScheme: (scheme) => `Сервер на этом порту использует ${scheme}: проба должна использовать его же.`,
	variableNeeded: (name) => `Программе нужна переменная ${name}: задайте её в env, лучше из Secret.`,
	readOnlyRoot: (folder) =>
		`readOnlyRootFilesystem: программа может писать только в тома; её файлам нужен emptyDir в ${folder}.`,
	mountedElsewhere: (file, path) => `Том, в котором есть ${file}, смонтирован в ${path}.`,
	tooLittleMemory: (limit) => `С ${limit} памяти не запустится ни один процесс: m — тысячные доли, Mi — 1024² байт.`,
	checkProbe: 'Сверьте порт и сроки пробы с тем, что делает контейнер.',
	consequences: {
		readiness: 'Пока она не пройдёт, ни один Service не отправляет туда запросов.',
		liveness: 'kubelet каждый раз перезапускает контейнер.',
		startup: 'kubelet каждый раз перезапускает контейнер; остальные пробы ждут её.',
	},
	killedFor: (message, container, restarts) =>
		`Unhealthy: ${message} (из-за этого остановлен ${container}, уже ${restarted(restarts)})`,
	notProbedYet: (container, kind) => `${container} работает, но его ${kind}-проба ещё ни разу не прошла`,
	moreTime: 'Возможно, нужно только время: --for 30m ждёт дольше.',
	noShell: (written, variable) =>
		`Эту командную строку не обрабатывает оболочка, и ${written} остаётся как есть; Kubernetes подставляет $(${variable}).`,
	didYouMean: (near) => `Возможно, имелось в виду ${near}?`,
	keys: (name, keys, near) =>
		`${keys.length > 0 ? `В ${name} есть ${keyList(keys)}` : `В ${name} нет ключей`}${near ? `: возможно, имелось в виду ${near}?` : '.'}`,
	runsAsRoot:
		'Образ работает от root, если runAsUser не назовёт другого пользователя. Может ли программа работать от другого пользователя, зависит от образа; у многих есть вариант для этого, например nginxinc/nginx-unprivileged.',
	envFile: (file, volume) =>
		`Файл ${file} в томе ${volume} должен записать более ранний контейнер, каждую переменную — как NAME='value', в одинарных кавычках.`,
	envFileKey: (key, file, volume) => `Ни один контейнер не записал значение ${key} в файл ${file} тома ${volume}.`,
	badReference: 'То, на что ссылается контейнер, использовать нельзя: исправьте это или пометьте как optional.',
	pastScheduler: (claim) =>
		`Том для ${claim} появится, когда узел выберет планировщик; Pod, в котором узел задан явно, минует планировщик: используйте nodeSelector.`,
	oneNode: 'Том с ReadWriteOnce бывает только на одном узле: держите его Pod там или возьмите том с ReadWriteMany.',
	mountFirst: 'Он должен быть подключён и смонтирован раньше, чем запустится первый контейнер.',
	noHandler: 'На узле нет такого обработчика: возьмите RuntimeClass, чей handler на узле есть, или уберите поле.',
	noSandbox: 'Узел не может создать песочницу (sandbox): проверьте его сетевой плагин и среду выполнения.',
	insufficient: (amount, resource, free, more) =>
		`Запрошено ${resource}: ${amount}; свободно: ${free.map(([left, node]) => `${left} на ${node}`).join(', ')}${more ? ', …' : ''}.`,
	preemptedAlone:
		'Планировщик удалил его, чтобы освободить место. Ни один контроллер не создаст его снова: задайте ему такой же приоритет, запросите меньше или добавьте узел.',
	preemptedBefore: (victim, by, priority, own) => `${victim} вытеснен Pod ${by}, приоритет ${priority} против ${own}.`,
	noNewNode: (reasons) => `Cluster Autoscaler не добавляет узел: ${reasons}.`,
	addNodeWith: (amount, resource) => `Добавьте узел, где свободно ${resource}: ${amount}.`,
	addNode: 'Добавьте ещё один узел.',
	applyClaim: (name, namespace) => `Примените PersistentVolumeClaim с именем ${name} в пространстве имён ${namespace}.`,
	claimFirst: 'Сначала должен быть связан его PersistentVolumeClaim.',
	waitsForClaim: 'Пока её нет, Pod ждёт вне очереди планировщика, и событий об этом нет.',
	applyDeviceClaim: (kind, name, namespace) => `Примените ${kind} с именем ${name} в пространстве имён ${namespace}.`,
	deviceClasses: (names, near) =>
		`${names.length > 0 ? `DeviceClass в кластере: ${names.join(', ')}.` : 'В кластере нет DeviceClass; его приносит установка драйвера.'}${near ? ` Возможно, имелось в виду ${near}?` : ''}`,
	noDevices: (others) =>
		others === 0
			? 'Ни один драйвер не опубликовал устройств: kubectl get resourceslices.'
			: `В кластере нет устройств этого класса, а всего их ${others}: kubectl get resourceslices.`,
	device: {
		ofOtherClass: (device, className) => `${device} не относится к классу ${className}.`,
		selector: (device, expression) => `${device} не подходит под селектор ${expression}`,
		taint: (device, taint) => `На ${device} стоит ограничение (taint) ${taint}.`,
		taken: (device, by) => `${device} подошло бы, но оно у заявки ${by}.`,
		fits: (device) =>
			`${device} само по себе подходит: запрошено больше одного, или Pod нельзя разместить на его узле.`,
	},
	moreDevices: (more) => `И ещё устройств: ${more}. kubectl get resourceslices -o yaml.`,
	devicesElsewhere: (claim, devices, users) =>
		`У заявки ${claim} уже есть ${devices.join(', ')}${users.length > 0 ? ` для ${users.join(', ')}` : ''}: Pod примет только узел, которому они доступны.`,
	noDriver: (driver, node) =>
		`На ${node} не работает плагин драйвера ${driver}: установите его там или удалите ResourceSlice с его устройствами. В симуляции добавьте его в deviceDrivers сценария.`,
	driverFails:
		'Драйвер должен подготовить устройства раньше, чем запустится первый контейнер; kubelet будет просить его снова и снова.',
	tooManyReplicas: (name, replicas, room) =>
		`${name} запрашивает реплик: ${replicas}. На узлах есть место для стольких его Pod: ${room}.`,
	tooManyPods: 'На каждом узле предельное число Pod: добавьте узел или удалите другие Pod.',
	gates: (names) => `Pod ждёт, пока список не опустеет: ${names} должен убрать контроллер, который добавил этот gate.`,
	noScheduler: (name) => `им не занимается ни один планировщик: в spec.schedulerName стоит ${name}`,
	runScheduler: 'Планировщик с таким именем должен работать; без этого поля используется default-scheduler.',
	runningSchedulers: (names) => `Планировщик с таким именем должен работать; работают: ${names.join(', ')}.`,
	noSuchNode: (name) => `привязан к узлу ${name}, которого нет: ни один kubelet его не запустит`,
	noNodeHas: (label, known) => `Ни у одного узла нет ${label}${known.length > 0 ? `; есть ${known.join(', ')}` : ''}.`,
	noNodeHasAll: 'Ни у одного узла нет всего, чего требуют nodeSelector и nodeAffinity: kubectl get nodes --show-labels',
	noNodeHasLabels: (labels, known) =>
		`Ни у одного узла нет ${labels.length === 1 ? 'метки' : 'меток'} ${labels.join(' или ')}${known === undefined ? '' : `; есть ${known}`}.`,
	hostPort: 'На узле hostPort может занять только один Pod. Через Service Pod доступен и без него.',
	apart:
		'На каждом узле есть Pod, рядом с которым его разместить нельзя (anti-affinity). Правило preferred это разрешило бы.',
	affinityElsewhere: (namespace) =>
		`Такой Pod есть в пространстве имён ${namespace}: без namespaces правило смотрит только в своё.`,
	together: (near) =>
		`Ни на одном узле нет Pod, которого требует его правило affinity${near === undefined ? ': сначала должен появиться он' : `; есть ${near}`}.`,
	onePod: 'Том с ReadWriteOncePod использует только один Pod одновременно.',
	optionalVariable: (variable, object, key) =>
		`${variable} берётся из ключа ${key} объекта ${object}, и без него не задана: ссылка необязательная (optional).`,
	tooFewDomains: (key, domains, wanted) =>
		`У узлов ${domains} значений ${key}, а minDomains требует ${wanted}: пока их меньше, в каждом домене помещается не больше maxSkew Pod.`,
	collected: (kind, name, uid) =>
		`В кластере нет ${kind} ${name} с uid ${uid}. Уберите metadata.ownerReferences: их записал другой кластер.`,
	lacksTopology: (node, key) =>
		`${node === undefined ? 'Ни у одного узла нет' : `У ${node} нет`} метки ${key}, по которой их распределяют.`,
};
