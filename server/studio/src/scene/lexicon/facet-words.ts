import type { ColourName, Element, Light, Medium, Mood, Season, Size, Weather } from '../scene-description.js'

/** Words, comma separated and in the singular, for the time of day. */
export const lightWords = {
  dawn: 'dawn,sunrise,daybreak,first light,early morning,aurora dawn',
  morning: 'morning,bright,sunny,sunlit,sunlight,daylight,clear day,sunshine',
  noon: 'noon,midday,day,blue sky,daytime',
  golden: 'golden hour,afternoon,late light,golden light,warm light,low sun,evening light',
  sunset: 'sunset,sundown,evening,dusk light,setting sun',
  dusk: 'dusk,twilight,blue hour,nightfall,gloaming',
  night:
    'night,midnight,moonlight,moonlit,starry,starlight,nocturnal,night sky,starry sky,full moon,nighttime',
} as const satisfies Record<Light, string>

/** Words for what the air does. */
export const weatherWords = {
  rain: 'rain,rainy,raining,drizzle,downpour,wet,shower,puddle,monsoon',
  snowfall: 'snowing,snowfall,snowstorm,blizzard,snowflake,snowy',
  storm: 'storm,stormy,thunderstorm,lightning,thunder,tempest,hurricane,gale,tornado,cyclone,raging',
  fog: 'fog,foggy,mist,misty,haze,hazy,smoke,smoky,steam',
  rainbow: 'rainbow',
  aurora: 'aurora,northern light,aurora borealis,polar light',
  overcast: 'cloudy,overcast,grey sky,gray sky,gloom',
  wind: 'wind,windy,breeze,breezy',
} as const satisfies Record<Weather, string>

/** Words for the time of year. */
export const seasonWords = {
  spring: 'spring,springtime,april,may,blooming,in bloom,easter',
  summer: 'summer,july,august,summery',
  autumn: 'autumn,fall,autumnal,october,november,harvest,fallen leaf',
  winter: 'winter,snow,snowy,frost,frozen,frosty,icy,december,january,christmas,snow covered,wintry,cold',
} as const satisfies Record<Season, string>

/** Words for what the picture is made with. */
export const mediumWords = {
  photo: 'photo,photograph,photorealistic,realistic,photography,cinematic,hdr,dslr',
  watercolour: 'watercolor,watercolour,aquarelle,water color,water colour,gouache,wash',
  oil: 'oil painting,oil,impressionist,impressionism,impasto,van gogh,monet,painting,acrylic,canvas,brushstroke,painted,renaissance,expressionist',
  pencil: 'pencil,sketch,drawing,pencil sketch,graphite,charcoal,pencil drawing,hand drawn,crosshatch',
  ink: 'ink,ink wash,sumi e,line art,ink drawing,calligraphy,pen,etching,engraving,manga',
  pixel: 'pixel art,pixel,8 bit,8bit,16 bit,16bit,retro game,pixelated,voxel,game boy',
  'low-poly': 'low poly,lowpoly,polygon,polygonal,3d render,isometric,faceted,origami,geometric style',
  neon: 'neon,synthwave,vaporwave,cyberpunk,retrowave,outrun,80s,glowing neon,tron,blade runner,sci fi,scifi',
  woodblock:
    'ukiyo e,ukiyoe,woodblock,woodcut,hokusai,japanese print,linocut,block print,japanese art,hiroshige',
  'paper-cut':
    'paper cut,papercut,paper cutout,paper art,cutout,paper,collage,layered paper,felt,flat design,minimalist,minimal,vector',
  comic:
    'comic,cartoon,anime,pop art,comic book,ghibli,cel shaded,cel shading,illustration,childrens book,storybook',
  vintage:
    'vintage,retro,sepia,old photo,polaroid,film grain,antique,nostalgic,black and white,monochrome,noir,daguerreotype',
} as const satisfies Record<Medium, string>

/** Words for the temper. */
export const moodWords = {
  plain: 'ordinary',
  calm: 'calm,peaceful,serene,quiet,tranquil,still,gentle,soft,zen,silent,relaxing,lonely,cozy,cosy',
  dramatic: 'dramatic,epic,majestic,grand,powerful,intense,mighty,heroic,vivid,breathtaking',
  dreamy:
    'dreamy,magical,magic,fantasy,ethereal,mystical,enchanted,whimsical,fairytale,fairy tale,dream,wonder,surreal,pastel,dreamlike',
  dark: 'dark,gothic,ominous,grim,sinister,shadow,gloomy',
  joyful: 'happy,joyful,cheerful,joy,fun,playful,cute,festive,colorful,colourful,vibrant,party,celebration',
  melancholy: 'sad,melancholy,melancholic,forgotten,abandoned,old,lost,faded,sorrow,nostalgia,alone',
  eerie: 'eerie,haunted,spooky,creepy,horror,strange,alien,weird,mysterious,uncanny,toxic',
} as const satisfies Record<Mood, string>

/** Words for colours. */
export const colourWords = {
  red: 'red,crimson,scarlet,vermilion,ruby red,cherry red,maroon,burgundy,rust',
  orange: 'orange,amber,tangerine orange,copper,ginger,apricot',
  yellow: 'yellow,lemon yellow,canary',
  gold: 'gold,golden,brass,bronze',
  green: 'green,emerald green,jade,lime green,olive,mint,verdant',
  teal: 'teal,turquoise,cyan,aqua,aquamarine',
  blue: 'blue,azure,cobalt,navy,sky blue,cerulean',
  indigo: 'indigo,ultramarine,midnight blue',
  purple: 'purple,violet,lavender,lilac,mauve,magenta,plum purple',
  pink: 'pink,rosy,fuchsia,salmon pink,coral pink,blush',
  brown: 'brown,chestnut,tan,beige,chocolate,wooden,sepia brown',
  black: 'black,ebony,jet black,onyx,obsidian',
  white: 'white,ivory,cream,snow white,pale',
  grey: 'grey,gray,ash grey,slate,charcoal grey,stone',
  silver: 'silver,chrome,metallic,platinum',
  rainbow: 'rainbow colored,multicolored,multicoloured,iridescent,rainbow coloured,prismatic',
} as const satisfies Record<ColourName, string>

/** Words for size. */
export const sizeWords = {
  tiny: 'tiny,small,little,miniature,distant,far away,baby',
  usual: 'medium sized',
  huge: 'huge,giant,big,large,massive,enormous,gigantic,colossal,towering,close up,closeup,great',
} as const satisfies Record<Size, string>

/** Words for parts of a scene: a prompt adds them, a negative prompt takes them away. */
export const elementWords = {
  clouds: 'cloud,cloudy sky',
  sun: 'sun,sunbeam,sun ray',
  moon: 'moon,full moon,crescent moon,crescent,moonlight',
  stars: 'star,starry,starry sky,starlight,shooting star,meteor',
  trees: 'tree,forest,foliage,leaf,plant,vegetation,greenery,woods',
  flowers: 'flower,floral,bloom,wildflower,petal,lavender,poppy field',
  grass: 'grass,grassy',
  rocks: 'rock,boulder,stone path,rocky,pebble',
  birds: 'bird,flock,seagull,gull',
  water: 'water,ocean,sea,lake,river',
  mountains: 'mountain,peak',
  buildings: 'building,house,architecture,skyscraper,village',
  people: 'people,person,human,man,woman,crowd,figure,men,women',
  animals: 'animal,creature,wildlife',
  boats: 'boat,ship,sailboat',
  fog: 'fog,mist,haze',
  rain: 'rain',
  snow: 'snow,ice',
  galaxy: 'galaxy,milky way,nebula',
  planets: 'planet,ringed planet,saturn',
  blossoms: 'blossom,sakura,cherry blossom',
  palms: 'palm,palm tree',
  lights: 'firefly,lantern light,glowing light,light,city light,glow,sparkle',
  shadows: 'shadow',
} as const satisfies Record<Element, string>

/** Words for how many. */
export const countWords: Readonly<Record<string, number>> = {
  a: 1,
  an: 1,
  one: 1,
  single: 1,
  lone: 1,
  two: 2,
  pair: 2,
  couple: 2,
  both: 2,
  twin: 2,
  three: 3,
  trio: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  dozen: 12,
  several: 4,
  few: 3,
  some: 3,
  many: 7,
  lots: 8,
  group: 5,
  herd: 6,
  hundred: 14,
  countless: 14,
  fleet: 6,
  crowd: 9,
}
