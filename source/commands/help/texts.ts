/** What help says in other languages, by the English texts that stand beside what they describe; both languages or neither. */
export const helpTexts: Readonly<Record<string, {readonly zh: string; readonly ru: string}>> = {
	'Usage:': {zh: '用法：', ru: 'Использование:'},
	'Arguments:': {zh: '参数：', ru: 'Аргументы:'},
	'Options:': {zh: '选项：', ru: 'Параметры:'},
	'Commands:': {zh: '命令：', ru: 'Команды:'},
	'Exit codes:': {zh: '退出码：', ru: 'Коды завершения:'},
	'default: ': {zh: '默认：', ru: 'по умолчанию: '},
	'choices: ': {zh: '可选：', ru: 'варианты: '},
	'display help for command': {zh: '显示命令的帮助', ru: 'показать справку по команде'},
	'show help for a command': {zh: '显示一个命令的帮助', ru: 'показать справку по одной команде'},
	'output the version number': {zh: '显示版本号', ru: 'показать номер версии'},
	'all went well': {zh: '一切顺利', ru: 'всё прошло хорошо'},
	'something was refused, failed, stalled or differed': {
		zh: '有什么被拒绝、失败、停滞或不一致',
		ru: 'что-то отказано, не удалось, застряло или не совпало',
	},
	'the command, a file or a flag is wrong': {zh: '命令、文件或选项有错', ru: 'ошибка в команде, файле или параметре'},
	'Ctrl-C ended it before its end': {zh: '结束之前被 Ctrl-C 中断', ru: 'прервано Ctrl-C до конца'},
	'A debugger for Kubernetes itself, in a terminal: the whole path of a Pod, simulated, step by step, forwards and backwards. Without a command it opens the home screen.':
		{
			zh: '终端里的 Kubernetes 调试器：模拟一个 Pod 的完整路径，一步一步，可进可退。不带命令则打开首页。',
			ru: 'Отладчик самого Kubernetes в терминале: весь путь Pod, симулированный, шаг за шагом, вперёд и назад. Без команды открывает начальный экран.',
		},
	'plain characters only': {zh: '只用普通字符', ru: 'только простые символы'},
	'leave the mouse to the terminal': {zh: '把鼠标留给终端', ru: 'оставить мышь терминалу'},
	'language of the screen, lessons and stops: en, zh, ru': {
		zh: '屏幕、课程和停点的语言：en、zh、ru',
		ru: 'язык экрана, уроков и остановок: en, zh, ru',
	},
	'open the debugger on your manifests; it stops where one is refused or stalls': {
		zh: '用调试器打开你的清单；哪个被拒绝或停滞，就停在哪里',
		ru: 'открыть отладчик на ваших манифестах; он стоит там, где один из них отвергнут или застрял',
	},
	'scenario file for the cluster: nodes, latencies, client limits, images, users, traffic (default: three nodes)': {
		zh: '集群的 scenario 文件：节点、延迟、客户端限流、镜像、用户、流量（默认：三个节点）',
		ru: 'файл scenario для кластера: узлы, задержки, ограничения клиентов, образы, пользователи, трафик (по умолчанию: три узла)',
	},
	'seed for everything random (default: 1)': {
		zh: '一切随机事物的种子（默认：1）',
		ru: 'seed для всего случайного (по умолчанию: 1)',
	},
	'go on from a real cluster: YAML or JSON of kubectl get --all-namespaces, a folder of kubectl cluster-info dump, or a Velero backup; may be repeated':
		{
			zh: '从真实集群继续：kubectl get --all-namespaces 的 YAML 或 JSON、kubectl cluster-info dump 的文件夹，或 Velero 备份；可以重复',
			ru: 'продолжить настоящий кластер: YAML или JSON от kubectl get --all-namespaces, папка от kubectl cluster-info dump или резервная копия Velero; можно повторять',
		},
	'leave out what the Secrets of the dump keep, and the bearer tokens of users in its recording': {
		zh: '略去转储里 Secret 的内容，以及录制文件里用户的 bearer 令牌',
		ru: 'опустить содержимое Secret из дампа и bearer-токены пользователей в записи',
	},
	'a breakpoint, such as "apiserver.store object=pod/web"; may be repeated': {
		zh: '断点，例如 "apiserver.store object=pod/web"；可以重复',
		ru: 'точка останова, например "apiserver.store object=pod/web"; можно повторять',
	},
	'manifests in YAML or JSON: files, folders, or - for standard input': {
		zh: 'YAML 或 JSON 清单：文件、文件夹，或用 - 表示标准输入',
		ru: 'манифесты в YAML или JSON: файлы, папки или - для стандартного ввода',
	},
	'apply manifests without a screen and print every stop until all is ready, complete, refused or stalled; then explain what went wrong':
		{
			zh: '不开屏幕，apply 清单并打印每个停点，直到全部就绪、完成、被拒绝或停滞；然后解释出了什么问题',
			ru: 'применить манифесты без экрана и печатать каждую остановку, пока всё не будет готово, завершено, отвергнуто или не застрянет; затем объяснить, что пошло не так',
		},
	'a kubectl command to run once all has settled, such as "delete pod web", or debugger words, such as ":crash kubelet/node-b"; may be repeated':
		{
			zh: '一切平静后运行的 kubectl 命令，例如 "delete pod web"，或调试器的词，例如 ":crash kubelet/node-b"；可以重复',
			ru: 'команда kubectl, когда всё успокоится, например "delete pod web", или слова отладчика, например ":crash kubelet/node-b"; можно повторять',
		},
	'end after this many stops, which bounds memory (about 1 kB each) and output too (default: 1000000)': {
		zh: '这么多停点之后结束，内存（每个约 1 kB）和输出也因此有界（默认：1000000）',
		ru: 'закончить после стольких остановок: этим ограничены и память (около 1 кБ на каждую), и вывод (по умолчанию: 1000000)',
	},
	'output format': {zh: '输出格式', ru: 'формат вывода'},
	'stop at this place instead, such as "kubelet.status object=pod/web"': {
		zh: '改为停在这个地方，例如 "kubelet.status object=pod/web"',
		ru: 'остановиться вместо этого здесь, например "kubelet.status object=pod/web"',
	},
	'also print the start of the cluster and periodic work': {
		zh: '也打印集群的启动和周期性工作',
		ru: 'печатать и запуск кластера, и периодическую работу',
	},
	'wait this long at most, and for all that is due until then (default: 10m)': {
		zh: '最多等这么久，到那时为止的都等（默认：10m）',
		ru: 'ждать не дольше этого, но всего, что до тех пор наступит (по умолчанию: 10m)',
	},
	'print every link of the chain of causes': {zh: '打印因果链的每一环', ru: 'печатать каждое звено цепочки причин'},
	'take a lesson; without a name, the next one': {
		zh: '学习一课；不写名字就是接下来的那一课',
		ru: 'пройти урок; без имени — следующий',
	},
	'a pack of lessons: a folder of folders with lesson.yaml (default: the course)': {
		zh: '课程包：一个文件夹，里面每个文件夹都有 lesson.yaml（默认：本课程）',
		ru: 'набор уроков: папка с папками, в которых есть lesson.yaml (по умолчанию: этот курс)',
	},
	'language of the lesson: en, zh, ru': {zh: '课程的语言：en、zh、ru', ru: 'язык урока: en, zh, ru'},
	'number or name of the lesson': {zh: '课程的编号或名字', ru: 'номер или имя урока'},
	'write a folder with a small lesson that passes `lessons check`, to be replaced by yours': {
		zh: '写出一个文件夹，里面有能通过 `lessons check` 的小课程，供你改写',
		ru: 'записать папку с небольшим уроком, который проходит `lessons check`: замените его своим',
	},
	'name of the folder, such as 26-my-lesson': {
		zh: '文件夹的名字，例如 26-my-lesson',
		ru: 'имя папки, например 26-my-lesson',
	},
	'print a lesson as it is played, to hand out: Markdown, or one HTML file': {
		zh: '把一课按实际运行打印出来，便于分发：Markdown，或单个 HTML 文件',
		ru: 'напечатать урок таким, каким он проходит, чтобы раздать: Markdown или один файл HTML',
	},
	'one HTML file that needs no other': {
		zh: '单个 HTML 文件，不需要别的',
		ru: 'один файл HTML, которому не нужны другие',
	},
	'list the lessons and your progress': {zh: '列出课程和你的进度', ru: 'перечислить уроки и то, что вами пройдено'},
	'lint and play every lesson and drill, verify every answer and repair, print which claims are covered': {
		zh: '检查并运行每一课和每个演练，核实每个答案和修复，打印覆盖了哪些论断',
		ru: 'проверить и сыграть каждый урок и каждую тренировку, все ответы и починки; напечатать, какие утверждения покрыты',
	},
	'how many to play at the same time (default: one a core)': {
		zh: '同时运行几个（默认：每个核一个）',
		ru: 'сколько играть одновременно (по умолчанию: по одному на ядро)',
	},
	'check again what changes, until Ctrl-C': {
		zh: '有变化就再检查，直到 Ctrl-C',
		ru: 'проверять снова то, что меняется, до Ctrl-C',
	},
	'wall: time goes on with yours; virtual: it never waits, not even at rest, whatever --speed says': {
		zh: 'wall：时间跟着你的时钟走；virtual：从不等待，静止时也不等，不管 --speed 是多少',
		ru: 'wall: время идёт вместе с вашим; virtual: оно не ждёт никогда, даже в покое, что бы ни говорил --speed',
	},
	'lesson.yaml and drill.yaml files (default: the course)': {
		zh: 'lesson.yaml 和 drill.yaml 文件（默认：本课程）',
		ru: 'файлы lesson.yaml и drill.yaml (по умолчанию: этот курс)',
	},
	'repair a broken cluster, without hints; without a name, the first that you have not repaired': {
		zh: '修复一个坏掉的集群，没有提示；不写名字就是第一个还没修好的',
		ru: 'починить сломанный кластер, без подсказок; без имени — первый, который вы ещё не починили',
	},
	'a drill that this number makes: a healthy application, and something that goes wrong': {
		zh: '由这个数字生成的演练：一个健康的应用，再加一个故障',
		ru: 'тренировка, которую создаёт это число: здоровое приложение, и что-то ломается',
	},
	'name of the drill, or a part of it': {zh: '演练的名字，或其中一部分', ru: 'имя тренировки или его часть'},
	'list the broken clusters, by level, and which you have repaired': {
		zh: '按级别列出坏掉的集群，以及哪些你已修好',
		ru: 'перечислить сломанные кластеры по уровням и то, какие из них вы починили',
	},
	'apply manifests without a screen and write the recording to a file, whatever the outcome': {
		zh: '不开屏幕，apply 清单，不论结果如何都把录制写入文件',
		ru: 'применить манифесты без экрана и записать ход в файл, чем бы он ни кончился',
	},
	'file to write the recording to': {zh: '录制写入的文件', ru: 'файл для записи'},
	'replay a recording': {zh: '重放录制文件', ru: 'проиграть запись'},
	'only check that the run has the recorded fingerprint': {
		zh: '只检查这次运行的指纹是否与录制的一致',
		ru: 'только проверить, что отпечаток совпадает с записанным',
	},
	recording: {zh: '录制文件', ru: 'запись'},
	'write a run, or a stretch of it, as a file that other programs show': {
		zh: '把一次运行或其中一段写成别的程序能显示的文件',
		ru: 'записать ход или его отрезок файлом, который показывают другие программы',
	},
	format: {zh: '格式', ru: 'формат'},
	'begin at this place, such as "scheduler.queue object=pod/web"': {
		zh: '从这个地方开始，例如 "scheduler.queue object=pod/web"',
		ru: 'начать здесь, например "scheduler.queue object=pod/web"',
	},
	'end at this place, such as "kubelet.status object=pod/web"': {
		zh: '到这个地方结束，例如 "kubelet.status object=pod/web"',
		ru: 'закончить здесь, например "kubelet.status object=pod/web"',
	},
	'only what is about an object, such as pod/web': {
		zh: '只要关于某个对象的，例如 pod/web',
		ru: 'только то, что об одном объекте, например pod/web',
	},
	'file to write to (default: standard output)': {
		zh: '写入的文件（默认：标准输出）',
		ru: 'файл для вывода (по умолчанию: стандартный вывод)',
	},
	'a recording, or manifests in YAML or JSON: files, folders, or - for standard input': {
		zh: '录制文件，或 YAML 或 JSON 清单：文件、文件夹，或用 - 表示标准输入',
		ru: 'запись или манифесты в YAML или JSON: файлы, папки или - для стандартного ввода',
	},
	'run manifests under many seeds, delays and faults, on all cores, and say how the answers to your questions are spread':
		{
			zh: '用许多种子、延迟和故障运行清单，用上所有的核，说明你的问题的答案如何分布',
			ru: 'прогнать манифесты с разными seed, задержками и сбоями на всех ядрах и показать, как распределены ответы на ваши вопросы',
		},
	'how many seeds, from --seed on': {zh: '从 --seed 起用多少个种子', ru: 'сколько seed, начиная с --seed'},
	'what differs from run to run; may be repeated, explore --help lists all': {
		zh: '每次运行之间什么不同；可以重复，explore --help 列出全部',
		ru: 'что меняется от прогона к прогону; можно повторять, explore --help перечисляет всё',
	},
	'a fault after the last command, such as "crash kube-scheduler at=0..2s"; may be repeated': {
		zh: '最后一个命令之后的故障，例如 "crash kube-scheduler at=0..2s"；可以重复',
		ru: 'сбой после последней команды, например "crash kube-scheduler at=0..2s"; можно повторять',
	},
	'so many random faults in every run': {
		zh: '每次运行里有这么多随机故障',
		ru: 'столько случайных сбоев в каждом прогоне',
	},
	'a client that sends requests from the first --then on, such as "shop:80 50ms"': {
		zh: '从第一个 --then 起发请求的客户端，例如 "shop:80 50ms"',
		ru: 'клиент, который шлёт запросы с первого --then, например "shop:80 50ms"',
	},
	'what to ask of every run; may be repeated, explore --help lists all': {
		zh: '对每次运行问什么；可以重复，explore --help 列出全部',
		ru: 'о чём спросить каждый прогон; можно повторять, explore --help перечисляет всё',
	},
	'where to write the smallest example of each end, as a recording': {
		zh: '把每种结局的最小例子以录制文件写到哪里',
		ru: 'куда записать наименьший пример каждого исхода',
	},
	'let a run wait this long at most (default: 10m)': {
		zh: '一次运行最多等这么久（默认：10m）',
		ru: 'сколько прогон ждёт самое большее (по умолчанию: 10m)',
	},
	'how many runs at the same time (default: one a core)': {
		zh: '同时运行几次（默认：每个核一次）',
		ru: 'сколько прогонов одновременно (по умолчанию: по одному на ядро)',
	},
	'manifests, as for trace; or deletion: the experiment that comes with the program': {
		zh: '清单，同 trace；或 deletion：程序自带的实验',
		ru: 'манифесты, как для trace, или deletion: опыт, который есть в программе',
	},
	'What can be varied:': {zh: '什么可以变化：', ru: 'Что можно менять:'},
	'how long something takes, in milliseconds; the names are below': {
		zh: '某件事要多久，以毫秒计；名字见下',
		ru: 'сколько что-то длится, в миллисекундах; имена ниже',
	},
	'how long changes are on their way to one watcher': {
		zh: '变化到达某个 watcher 要多久',
		ru: 'сколько изменения идут до одного наблюдателя (watch)',
	},
	'a field of an object in the files; lists have indexes, as in containers[0]': {
		zh: '文件中某个对象的字段；列表带下标，如 containers[0]',
		ru: 'поле объекта в файлах; у списков индексы, как в containers[0]',
	},
	'milliseconds from rest to each --then': {
		zh: '从静止到每个 --then 的毫秒数',
		ru: 'миллисекунды от покоя до каждого --then',
	},
	'how many nodes there are': {zh: '有多少节点', ru: 'сколько узлов'},
	'when a fault comes': {zh: '故障何时发生', ru: 'когда случается сбой'},
	'What can be asked:': {zh: '可以问什么：', ru: 'О чём можно спросить:'},
	'requests of --traffic, and of clients in the scenario, without an answer': {
		zh: '--traffic 和 scenario 里客户端的请求中没有应答的',
		ru: 'запросы --traffic и клиентов из scenario, оставшиеся без ответа',
	},
	'those with one': {zh: '有应答的', ru: 'те, на которые ответили'},
	'the longest time between two answers, in ms': {
		zh: '两个应答之间最长的时间，毫秒',
		ru: 'самое долгое время между двумя ответами, мс',
	},
	'from the last command until every Pod was Ready, in ms': {
		zh: '从最后一个命令到每个 Pod 都 Ready，毫秒',
		ru: 'от последней команды до Ready у каждого Pod, мс',
	},
	'from the last command until nothing was left to do, in ms': {
		zh: '从最后一个命令到再没有事可做，毫秒',
		ru: 'от последней команды до покоя, мс',
	},
	'restarts of containers': {zh: '容器的重启次数', ru: 'перезапуски контейнеров'},
	'how many Pods there are in the end': {zh: '最后有多少 Pod', ru: 'сколько Pod в конце'},
	'Events of type Warning, repeated ones too': {
		zh: '类型为 Warning 的 Event，重复的也算',
		ru: 'события Event типа Warning, с повторами',
	},
	'writes to etcd after the last command': {
		zh: '最后一个命令之后对 etcd 的写入',
		ru: 'записи в etcd после последней команды',
	},
	'done, refused, stalled or failed, as of trace': {
		zh: 'done、refused、stalled 或 failed，同 trace',
		ru: 'done, refused, stalled или failed, как у trace',
	},
	'what is wrong, as trace explains it': {zh: '哪里有问题，同 trace 的解释', ru: 'что не так, как объясняет trace'},
	'CEL over an object as it is in the end': {
		zh: '对最后的对象求值的 CEL',
		ru: 'CEL над объектом, каким он стал в конце',
	},
	'Experiments that come with the program:': {zh: '程序自带的实验：', ru: 'Опыты, которые есть в программе:'},
	'how many requests are lost when a Pod is deleted, for which preStop sleep, however late kube-proxy is': {
		zh: '删除一个 Pod 会丢多少请求，preStop sleep 各取何值，kube-proxy 迟多久都算',
		ru: 'сколько запросов теряется при удалении Pod, при каком preStop sleep, как бы ни опаздывал kube-proxy',
	},
	'serve the simulated API over HTTPS to real kubectl and other clients, until Ctrl-C': {
		zh: '通过 HTTPS 向真实的 kubectl 和其他客户端提供模拟的 API，直到 Ctrl-C',
		ru: 'отдавать симулированный API по HTTPS настоящему kubectl и другим клиентам до Ctrl-C',
	},
	'port to listen on; 0 takes any free port': {
		zh: '监听的端口；0 表示任意空闲端口',
		ru: 'порт; 0 — любой свободный',
	},
	'address to listen on; by default only this machine can connect': {
		zh: '监听的地址；默认只有本机能连接',
		ru: 'адрес; по умолчанию подключиться может только эта машина',
	},
	'bearer tokens, one per line: token,user,uid,"group1,group2"': {
		zh: 'bearer 令牌，每行一个：token,user,uid,"group1,group2"',
		ru: 'bearer-токены, по одному в строке: token,user,uid,"group1,group2"',
	},
	'speed relative to the wall clock, or max: never wait for simulated time': {
		zh: '相对于真实时钟的速度，或 max：从不等待模拟时间',
		ru: 'темп относительно настоящих часов или max: никогда не ждать симулированного времени',
	},
	'hold everything at a matching stop; go on with keys on the screen, or with lines on standard input: step, continue, …':
		{
			zh: '在匹配的停点停住一切；用屏幕上的按键继续，或在标准输入写行：step、continue……',
			ru: 'удержать всё на подходящей остановке; дальше — клавишами на экране или строками на стандартном вводе: step, continue, …',
		},
	'call servers outside of the simulation that webhooks name by URL': {
		zh: '调用 Webhook 用 URL 指定的、模拟之外的服务器',
		ru: 'обращаться к серверам вне симуляции, которые webhook называют по URL',
	},
	'where to write the kubeconfig for clients': {
		zh: '给客户端的 kubeconfig 写到哪里',
		ru: 'куда записать kubeconfig для клиентов',
	},
	'write a recording of the session when it ends': {
		zh: '会话结束时写下录制文件',
		ru: 'записать сеанс, когда он закончится',
	},
	"keep the users' bearer tokens in the recording, which otherwise has other texts for them": {
		zh: '在录制文件里保留用户的 bearer 令牌，否则以别的文本代替',
		ru: 'оставить в записи bearer-токены пользователей; иначе вместо них стоит другой текст',
	},
	'open the debugger on the server: follow what clients do, hold it, step through their requests': {
		zh: '在服务器上打开调试器：跟踪客户端做什么，停住它，单步走过它们的请求',
		ru: 'открыть отладчик на сервере: следить за клиентами, удерживать, идти по их запросам по шагам',
	},
	'manifests in YAML or JSON: files, folders, or - for standard input; they are applied before anybody can connect': {
		zh: 'YAML 或 JSON 清单：文件、文件夹，或用 - 表示标准输入；在任何人能连接之前 apply',
		ru: 'манифесты в YAML или JSON: файлы, папки или - для стандартного ввода; применяются раньше, чем кто-то подключится',
	},
	"write programs for KUBEBUILDER_ASSETS: controller-runtime's envtest then runs on the simulation": {
		zh: '写出给 KUBEBUILDER_ASSETS 的程序：controller-runtime 的 envtest 就在模拟上运行',
		ru: 'записать программы для KUBEBUILDER_ASSETS: тогда envtest из controller-runtime работает на симуляции',
	},
	'scenario file for a cluster behind the kube-apiserver (default: it stands alone)': {
		zh: 'kube-apiserver 背后集群的 scenario 文件（默认：只有它自己）',
		ru: 'файл scenario для кластера за kube-apiserver (по умолчанию: он один)',
	},
	'call the webhooks of the suite': {zh: '调用测试套件的 Webhook', ru: 'вызывать webhook из набора тестов'},
	'where each kube-apiserver writes a recording of its session when it ends': {
		zh: '每个 kube-apiserver 结束时把会话录制写到哪里',
		ru: 'куда каждый kube-apiserver записывает свой сеанс, когда тот закончится',
	},
	'where kube-apiserver, etcd and kubectl go': {
		zh: 'kube-apiserver、etcd 和 kubectl 放到哪里',
		ru: 'куда положить kube-apiserver, etcd и kubectl',
	},
	'what those programs start, with the flags that envtest gives them': {
		zh: '那些程序启动的内容，带着 envtest 给的选项',
		ru: 'что запускают эти программы, с параметрами от envtest',
	},
	'kube-apiserver or etcd, and its flags': {
		zh: 'kube-apiserver 或 etcd，以及它的选项',
		ru: 'kube-apiserver или etcd и его параметры',
	},
	'speak the Debug Adapter Protocol on standard input and output: the debugger in your editor': {
		zh: '在标准输入输出上使用 Debug Adapter Protocol：编辑器里的调试器',
		ru: 'говорить по Debug Adapter Protocol на стандартном вводе и выводе: отладчик в вашем редакторе',
	},
};
