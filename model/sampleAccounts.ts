/** GL accounts with the keywords that lead to them, to try the product with: made for this purpose. */
export const SAMPLE_ACCOUNTS: readonly {
  readonly glAccount: string;
  /** The name of the account. */
  readonly title: string;
  readonly keywords: readonly string[];
}[] = [
  {
    glAccount: '00450',
    title: 'Card and bank receipts',
    keywords: `Stripe Payout|Square Inc Transfer|PayPal Transfer|SumUp Settlement|Worldpay Settlement|Adyen Payout|
      GoCardless Ltd|Shopify Payments|Amazon Seller Payout|Klarna Settlement|Zettle Deposit|Mollie Payments`,
  },
  {
    glAccount: '4900',
    title: 'Interest and other income',
    keywords:
      'Interest Received|Credit Interest|Cashback Reward|HMRC Repayment|Insurance Claim Received|Deposit Refund',
  },
  {
    glAccount: '5010',
    title: 'Goods for resale',
    keywords: `Booker Wholesale|Bestway Wholesale|Costco Wholesale|Metro Cash & Carry|Brakes Bros|Bidfood UK|Sysco Corp|
      US Foods|Alibaba.com|Ingram Micro|Tech Data Ltd|Makro Self Service`,
  },
  {
    glAccount: '5110',
    title: 'Freight and couriers',
    keywords: `DHL Express|FedEx Express|UPS Supply Chain|Royal Mail|Parcelforce|DPD Group|Evri Parcels|Yodel Delivery|
      Hermes Versand|GLS Parcel|Chronopost|Colissimo|Deutsche Post|PostNL|Poste Italiane|Correos Express|
      Kuehne + Nagel|DB Schenker|Maersk Line|USPS PO|Stamps.com|TNT Express`,
  },
  {
    glAccount: '6020',
    title: 'Wages and payroll services',
    keywords: `ADP Payroll|Paychex Inc|Gusto Payroll|Sage Payroll|Personio SE|Payroll Net Pay|Salary Payment|
      Deel Inc|Rippling People|Hays Recruitment|Randstad Staffing|Adecco Group|Manpower Services|Reed Employment|
      Michael Page`,
  },
  {
    glAccount: '6040',
    title: 'Pensions and benefits',
    keywords: `Nest Pension|The People's Pension|Scottish Widows|Aviva Pension|Legal & General Pension|Fidelity 401k|
      Vanguard Retirement|Bupa Healthcare|Vitality Health|Blue Cross Blue Shield|UnitedHealthcare|Cigna Health|
      Edenred Vouchers|Sodexo Benefits`,
  },
  {
    glAccount: '6110',
    title: 'Rent',
    keywords: `WeWork Membership|Regus Management|Spaces Office|Landlord Rent|Monthly Rent|Workspace Group|
      Big Yellow Self Storage|Safestore|Public Storage|Shurgard Storage|British Land`,
  },
  {
    glAccount: '6120',
    title: 'Energy and water',
    keywords: `British Gas|EDF Energy|E.ON Energie|Octopus Energy|Scottish Power|OVO Energy|SSE Airtricity|Vattenfall|
      RWE Strom|Engie SA|Enel Energia|Iberdrola Clientes|Con Edison|Pacific Gas & Electric|Duke Energy|
      Thames Water|Severn Trent Water|United Utilities|Anglian Water|Yorkshire Water`,
  },
  {
    glAccount: '6130',
    title: 'Cleaning, waste and repairs',
    keywords: `Rentokil Initial|Biffa Waste|Suez Recycling|Waste Management Inc|ISS Facility|Mitie Cleaning|
      Cintas Uniform|Otis Elevator|Schindler Aufzüge|Kone Lifts|Screwfix Direct|Toolstation|Travis Perkins|
      Jewson Builders|B&Q Warehouse|Wickes Building|Home Depot|Lowe's Home|Hornbach Baumarkt|Bauhaus Fachcentren|
      Leroy Merlin|Dulux Decorator|Howdens Joinery|Plumb Center`,
  },
  {
    glAccount: '6140',
    title: 'Rates and local taxes',
    keywords: `Business Rates|Birmingham City Council|Leeds City Council|Westminster City Council|Stadtkasse|
      Finanzamt|County Tax Collector|Council Tax|City of Chicago`,
  },
  {
    glAccount: '6210',
    title: 'Software and cloud',
    keywords: `Microsoft 365|Microsoft Azure|Google Workspace|Google Cloud|Amazon Web Services|AWS EMEA|Adobe Systems|
      Adobe Creative Cloud|Salesforce.com|HubSpot Inc|Slack Technologies|Zoom Video|Zoom.us|Atlassian Pty|GitHub Inc|
      GitLab Inc|Dropbox International|DocuSign|Xero Limited|Intuit QuickBooks|Sage Software|FreeAgent|SAP Deutschland|
      Oracle Netsuite|Workday Inc|Zendesk Inc|Mailchimp|Canva Pty|Figma Inc|Miro.com|Notion Labs|Asana.com|
      Monday.com|1Password|LastPass|Okta Inc|Cloudflare|DigitalOcean|Hetzner Online|OVHcloud|Ionos SE|
      GoDaddy.com|Namecheap|Squarespace|Wix.com|Twilio Inc|SendGrid|Datadog Inc|Snowflake Inc|JetBrains s.r.o.|
      Calendly|SurveyMonkey|Typeform|Grammarly|Box.com`,
  },
  {
    glAccount: '6220',
    title: 'Telephone and internet',
    keywords: `Vodafone Limited|BT Group|British Telecom|EE Limited|Three Mobile|TalkTalk Business|Virgin Media|
      Sky Business|Plusnet|Deutsche Telekom|Telekom Deutschland|Telefonica|Orange SA|Bouygues Telecom|Swisscom|
      KPN Mobiel|AT&T Mobility|Verizon Wireless|T-Mobile USA|Comcast Business|Charter Spectrum`,
  },
  {
    glAccount: '6230',
    title: 'IT equipment',
    keywords: `Apple Store|Apple Distribution|Dell Technologies|Dell Products|HP Store|Lenovo Group|Currys PC World|
      Currys Business|Scan Computers|CDW Direct|Insight Direct|Newegg|Best Buy|Micro Center|MediaMarkt|Saturn Elektro|
      Conrad Electronic|Logitech|Cyberport|Misco UK`,
  },
  {
    glAccount: '6310',
    title: 'Office supplies and print',
    keywords: `Staples Inc|Office Depot|Viking Direct|Ryman Stationery|Lyreco UK|WHSmith|Paperchase|Post-it Store|
      Vistaprint|Moo Print|Ricoh UK|Xerox Finance|Konica Minolta|Canon Business|Kyocera Document|Bechtle AG|
      Otto Office|Bruneau|Ikea Business|Amazon Business`,
  },
  {
    glAccount: '6410',
    title: 'Advertising and marketing',
    keywords: `Google Ads|Facebook Ads|Meta Platforms|LinkedIn Ads|Microsoft Advertising|TikTok Ads|Twitter Ads|
      Pinterest Ads|Yell Limited|JCDecaux|Clear Channel|Ströer Media|Eventbrite|Messe Frankfurt|Shutterstock|
      Getty Images|Semrush|Mailjet`,
  },
  {
    glAccount: '6510',
    title: 'Rail and local transport',
    keywords: `Trainline|LNER Tickets|Avanti West Coast|Great Western Railway|Northern Rail|ScotRail|TfL Travel Charge|
      Transport for London|Eurostar International|Deutsche Bahn|DB Vertrieb|SNCF Voyageurs|Trenitalia|Renfe Viajeros|
      ÖBB Personenverkehr|SBB Mobile|NS Reizigers|Amtrak|MTA MetroCard|BVG Berlin|RATP Paris|National Express`,
  },
  {
    glAccount: '6520',
    title: 'Taxi and car hire',
    keywords: `Uber Trip|Uber BV|Lyft Ride|Free Now|Addison Lee|Cabify|Enterprise Rent-A-Car|Hertz Rental|
      Avis Budget|Europcar|Sixt Rent|Zipcar|Share Now`,
  },
  {
    glAccount: '6530',
    title: 'Flights',
    keywords: `British Airways|easyJet|Ryanair|Jet2.com|Wizz Air|Lufthansa|Eurowings|Air France|KLM Royal|Iberia Lineas|
      ITA Airways|Swiss International|Austrian Airlines|SAS Scandinavian|Finnair|Delta Air Lines|United Airlines|
      American Airlines|Southwest Airlines|JetBlue|Emirates Airline|Qatar Airways`,
  },
  {
    glAccount: '6540',
    title: 'Hotels',
    keywords: `Premier Inn|Travelodge|Holiday Inn|Hilton Hotels|Marriott Hotels|Ibis Hotel|Novotel|Mercure Hotel|
      Radisson Blu|Best Western|Motel One|NH Hotel|Accor Hotels|Hyatt Regency|Sheraton|Hampton Inn|Jurys Inn|
      Booking.com|Airbnb|Expedia`,
  },
  {
    glAccount: '6550',
    title: 'Fuel, parking and tolls',
    keywords: `Shell Service|Esso Tankstelle|BP Connect|Texaco Garage|Aral Station|TotalEnergies|Repsol Estacion|
      Chevron Gas|ExxonMobil|Circle K|Jet Tankstelle|Eni Station|NCP Parking|RingGo Parking|PayByPhone|JustPark|
      Apcoa Parking|Q-Park|EasyPark|Dart Charge|M6 Toll|E-ZPass|Congestion Charge|Vinci Autoroutes|Ionity|
      Tesla Supercharger|ChargePoint`,
  },
  {
    glAccount: '6610',
    title: 'Meals and refreshments',
    keywords: `Starbucks|Costa Coffee|Pret A Manger|Caffe Nero|Greggs PLC|McDonald's|Burger King|Nando's|Wagamama|
      Pizza Express|Subway Sandwich|Itsu Ltd|Leon Restaurants|Five Guys|Chipotle|Panera Bread|Dunkin Donuts|
      Deliveroo|Uber Eats|Just Eat|Lieferando|DoorDash|Grubhub`,
  },
  {
    glAccount: '6620',
    title: 'Groceries for the office',
    keywords: `Tesco Stores|Sainsbury's|Asda Superstore|Morrisons|Waitrose|Marks & Spencer|Aldi Stores|Lidl GB|
      Co-op Food|Ocado Retail|Iceland Foods|Rewe Markt|Edeka Center|Kaufland|Carrefour|Auchan|Monoprix|Mercadona|
      Albert Heijn|Migros|Walmart Supercenter|Target Store|Whole Foods|Trader Joe's`,
  },
  {
    glAccount: '6710',
    title: 'Insurance',
    keywords: `Aviva Insurance|AXA Insurance|Allianz Versicherung|Zurich Insurance|Hiscox Insurance|Direct Line|
      RSA Insurance|NFU Mutual|Generali|Ergo Versicherung|HDI Global|State Farm|Travelers Insurance|Chubb Limited|
      Liberty Mutual|Simply Business`,
  },
  {
    glAccount: '6810',
    title: 'Legal, audit and advice',
    keywords: `Deloitte LLP|KPMG LLP|Ernst & Young|PricewaterhouseCoopers|Grant Thornton|BDO LLP|Mazars|RSM UK|
      Companies House|Clifford Chance|Linklaters|DLA Piper|Land Registry|LegalZoom|Notar Gebühren|Handelsregister`,
  },
  {
    glAccount: '6820',
    title: 'Training and memberships',
    keywords: `Udemy Online|Coursera|LinkedIn Learning|Pluralsight|ICAEW Membership|ACCA Global|CIMA Membership|
      CIPD Membership|IHK Beitrag|Chamber of Commerce|Institute of Directors|O'Reilly Media|Skillsoft|
      Financial Times|The Economist`,
  },
  {
    glAccount: '7010',
    title: 'Bank charges',
    keywords: `Bank Charges|Account Fee|Foreign Transaction Fee|Overdraft Interest|Kontoführung|Wise Payments|
      Revolut Business|Barclaycard Fee|Stripe Fee|American Express Fee|CHAPS Fee|SWIFT Charge`,
  },
  {
    glAccount: '7110',
    title: 'Taxes',
    keywords: `HMRC PAYE|HMRC VAT|HMRC Corporation Tax|IRS USATAXPYMT|Bundeskasse|Umsatzsteuer|DGFIP Impot|
      Agenzia Entrate|Belastingdienst|DVLA Vehicle Tax|Franchise Tax Board`,
  },
].map(({ keywords, ...account }) => ({
  ...account,
  keywords: keywords.split('|').map((text) => text.trim()),
}));

/** The sample list as lines for the Upload screen: keyword, tab, GL account. */
export function sampleLines(): string {
  return SAMPLE_ACCOUNTS.flatMap(({ glAccount, keywords }) =>
    keywords.map((keyword) => `${keyword}\t${glAccount}`),
  ).join('\n');
}
