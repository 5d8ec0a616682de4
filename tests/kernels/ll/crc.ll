target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

@_ZZ11crc32_tableE5table = internal unnamed_addr addrspace(3) global [256 x i32] undef, align 4
@.crctable = private unnamed_addr constant [256 x i32] [i32 0, i32 1996959894, i32 -301047508, i32 -1727442502, i32 124634137, i32 1886057615, i32 -379345611, i32 -1637575261, i32 249268274, i32 2044508324, i32 -522852066, i32 -1747789432, i32 162941995, i32 2125561021, i32 -407360249, i32 -1866523247, i32 498536548, i32 1789927666, i32 -205950648, i32 -2067906082, i32 450548861, i32 1843258603, i32 -187386543, i32 -2083289657, i32 325883990, i32 1684777152, i32 -43845254, i32 -1973040660, i32 335633487, i32 1661365465, i32 -99664541, i32 -1928851979, i32 997073096, i32 1281953886, i32 -715111964, i32 -1570279054, i32 1006888145, i32 1258607687, i32 -770865667, i32 -1526024853, i32 901097722, i32 1119000684, i32 -608450090, i32 -1396901568, i32 853044451, i32 1172266101, i32 -589951537, i32 -1412350631, i32 651767980, i32 1373503546, i32 -925412992, i32 -1076862698, i32 565507253, i32 1454621731, i32 -809855591, i32 -1195530993, i32 671266974, i32 1594198024, i32 -972236366, i32 -1324619484, i32 795835527, i32 1483230225, i32 -1050600021, i32 -1234817731, i32 1994146192, i32 31158534, i32 -1731059524, i32 -271249366, i32 1907459465, i32 112637215, i32 -1614814043, i32 -390540237, i32 2013776290, i32 251722036, i32 -1777751922, i32 -519137256, i32 2137656763, i32 141376813, i32 -1855689577, i32 -429695999, i32 1802195444, i32 476864866, i32 -2056965928, i32 -228458418, i32 1812370925, i32 453092731, i32 -2113342271, i32 -183516073, i32 1706088902, i32 314042704, i32 -1950435094, i32 -54949764, i32 1658658271, i32 366619977, i32 -1932296973, i32 -69972891, i32 1303535960, i32 984961486, i32 -1547960204, i32 -725929758, i32 1256170817, i32 1037604311, i32 -1529756563, i32 -740887301, i32 1131014506, i32 879679996, i32 -1385723834, i32 -631195440, i32 1141124467, i32 855842277, i32 -1442165665, i32 -586318647, i32 1342533948, i32 654459306, i32 -1106571248, i32 -921952122, i32 1466479909, i32 544179635, i32 -1184443383, i32 -832445281, i32 1591671054, i32 702138776, i32 -1328506846, i32 -942167884, i32 1504918807, i32 783551873, i32 -1212326853, i32 -1061524307, i32 -306674912, i32 -1698712650, i32 62317068, i32 1957810842, i32 -355121351, i32 -1647151185, i32 81470997, i32 1943803523, i32 -480048366, i32 -1805370492, i32 225274430, i32 2053790376, i32 -468791541, i32 -1828061283, i32 167816743, i32 2097651377, i32 -267414716, i32 -2029476910, i32 503444072, i32 1762050814, i32 -144550051, i32 -2140837941, i32 426522225, i32 1852507879, i32 -19653770, i32 -1982649376, i32 282753626, i32 1742555852, i32 -105259153, i32 -1900089351, i32 397917763, i32 1622183637, i32 -690576408, i32 -1580100738, i32 953729732, i32 1340076626, i32 -776247311, i32 -1497606297, i32 1068828381, i32 1219638859, i32 -670225446, i32 -1358292148, i32 906185462, i32 1090812512, i32 -547295293, i32 -1469587627, i32 829329135, i32 1181335161, i32 -882789492, i32 -1134132454, i32 628085408, i32 1382605366, i32 -871598187, i32 -1156888829, i32 570562233, i32 1426400815, i32 -977650754, i32 -1296233688, i32 733239954, i32 1555261956, i32 -1026031705, i32 -1244606671, i32 752459403, i32 1541320221, i32 -1687895376, i32 -328994266, i32 1969922972, i32 40735498, i32 -1677130071, i32 -351390145, i32 1913087877, i32 83908371, i32 -1782625662, i32 -491226604, i32 2075208622, i32 213261112, i32 -1831694693, i32 -438977011, i32 2094854071, i32 198958881, i32 -2032938284, i32 -237706686, i32 1759359992, i32 534414190, i32 -2118248755, i32 -155638181, i32 1873836001, i32 414664567, i32 -2012718362, i32 -15766928, i32 1711684554, i32 285281116, i32 -1889165569, i32 -127750551, i32 1634467795, i32 376229701, i32 -1609899400, i32 -686959890, i32 1308918612, i32 956543938, i32 -1486412191, i32 -799009033, i32 1231636301, i32 1047427035, i32 -1362007478, i32 -640263460, i32 1088359270, i32 936918000, i32 -1447252397, i32 -558129467, i32 1202900863, i32 817233897, i32 -1111625188, i32 -893730166, i32 1404277552, i32 615818150, i32 -1160759803, i32 -841546093, i32 1423857449, i32 601450431, i32 -1285129682, i32 -1000256840, i32 1567103746, i32 711928724, i32 -1274298825, i32 -1022587231, i32 1510334235, i32 755167117]
@.crctable1 = private unnamed_addr constant [256 x i16] [i16 0, i16 4129, i16 8258, i16 12387, i16 16516, i16 20645, i16 24774, i16 28903, i16 -32504, i16 -28375, i16 -24246, i16 -20117, i16 -15988, i16 -11859, i16 -7730, i16 -3601, i16 4657, i16 528, i16 12915, i16 8786, i16 21173, i16 17044, i16 29431, i16 25302, i16 -27847, i16 -31976, i16 -19589, i16 -23718, i16 -11331, i16 -15460, i16 -3073, i16 -7202, i16 9314, i16 13379, i16 1056, i16 5121, i16 25830, i16 29895, i16 17572, i16 21637, i16 -23190, i16 -19125, i16 -31448, i16 -27383, i16 -6674, i16 -2609, i16 -14932, i16 -10867, i16 13907, i16 9842, i16 5649, i16 1584, i16 30423, i16 26358, i16 22165, i16 18100, i16 -18597, i16 -22662, i16 -26855, i16 -30920, i16 -2081, i16 -6146, i16 -10339, i16 -14404, i16 18628, i16 22757, i16 26758, i16 30887, i16 2112, i16 6241, i16 10242, i16 14371, i16 -13876, i16 -9747, i16 -5746, i16 -1617, i16 -30392, i16 -26263, i16 -22262, i16 -18133, i16 23285, i16 19156, i16 31415, i16 27286, i16 6769, i16 2640, i16 14899, i16 10770, i16 -9219, i16 -13348, i16 -1089, i16 -5218, i16 -25735, i16 -29864, i16 -17605, i16 -21734, i16 27814, i16 31879, i16 19684, i16 23749, i16 11298, i16 15363, i16 3168, i16 7233, i16 -4690, i16 -625, i16 -12820, i16 -8755, i16 -21206, i16 -17141, i16 -29336, i16 -25271, i16 32407, i16 28342, i16 24277, i16 20212, i16 15891, i16 11826, i16 7761, i16 3696, i16 -97, i16 -4162, i16 -8227, i16 -12292, i16 -16613, i16 -20678, i16 -24743, i16 -28808, i16 -28280, i16 -32343, i16 -20022, i16 -24085, i16 -12020, i16 -16083, i16 -3762, i16 -7825, i16 4224, i16 161, i16 12482, i16 8419, i16 20484, i16 16421, i16 28742, i16 24679, i16 -31815, i16 -27752, i16 -23557, i16 -19494, i16 -15555, i16 -11492, i16 -7297, i16 -3234, i16 689, i16 4752, i16 8947, i16 13010, i16 16949, i16 21012, i16 25207, i16 29270, i16 -18966, i16 -23093, i16 -27224, i16 -31351, i16 -2706, i16 -6833, i16 -10964, i16 -15091, i16 13538, i16 9411, i16 5280, i16 1153, i16 29798, i16 25671, i16 21540, i16 17413, i16 -22565, i16 -18438, i16 -30823, i16 -26696, i16 -6305, i16 -2178, i16 -14563, i16 -10436, i16 9939, i16 14066, i16 1681, i16 5808, i16 26199, i16 30326, i16 17941, i16 22068, i16 -9908, i16 -13971, i16 -1778, i16 -5841, i16 -26168, i16 -30231, i16 -18038, i16 -22101, i16 22596, i16 18533, i16 30726, i16 26663, i16 6336, i16 2273, i16 14466, i16 10403, i16 -13443, i16 -9380, i16 -5313, i16 -1250, i16 -29703, i16 -25640, i16 -21573, i16 -17510, i16 19061, i16 23124, i16 27191, i16 31254, i16 2801, i16 6864, i16 10931, i16 14994, i16 -722, i16 -4849, i16 -8852, i16 -12979, i16 -16982, i16 -21109, i16 -25112, i16 -29239, i16 31782, i16 27655, i16 23652, i16 19525, i16 15522, i16 11395, i16 7392, i16 3265, i16 -4321, i16 -194, i16 -12451, i16 -8324, i16 -20581, i16 -16454, i16 -28711, i16 -24584, i16 28183, i16 32310, i16 20053, i16 24180, i16 11923, i16 16050, i16 3793, i16 7920]

define dso_local ptx_kernel void @crc32_table(ptr noundef readonly captures(none) %0, i32 noundef %1, ptr noundef writeonly captures(none) %2, i32 noundef %3) local_unnamed_addr #0 {
  %5 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %6 = icmp samesign ult i32 %5, 256
  %7 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  br i1 %6, label %8, label %19

8:
  %9 = phi i32 [ %17, %8 ], [ %5, %4 ]
  %10 = lshr i32 %9, 8
  %11 = zext nneg i32 %9 to i64
  %12 = getelementptr inbounds nuw i32, ptr @.crctable, i64 %11
  %13 = load i32, ptr %12, align 4
  %14 = xor i32 %10, %13
  %15 = zext nneg i32 %9 to i64
  %16 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ11crc32_tableE5table to ptr), i64 %15
  store i32 %14, ptr %16, align 4, !tbaa !6
  %17 = add nuw nsw i32 %9, %7
  %18 = icmp samesign ult i32 %17, 256
  br i1 %18, label %8, label %19, !llvm.loop !11

19:
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %20 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %21 = mul i32 %20, %7
  %22 = add i32 %21, %5
  %23 = icmp slt i32 %22, %3
  br i1 %23, label %24, label %114

24:
  %25 = icmp sgt i32 %1, 0
  %26 = sext i32 %22 to i64
  br i1 %25, label %27, label %61

27:
  %28 = zext nneg i32 %1 to i64
  %29 = mul nsw i64 %28, %26
  %30 = getelementptr i8, ptr %0, i64 %29
  %31 = and i32 %1, 3
  %32 = icmp ult i32 %1, 4
  br i1 %32, label %37, label %33

33:
  %34 = and i32 %1, 2147483644
  br label %64

35:
  %36 = icmp eq i32 %31, 0
  br i1 %36, label %58, label %37

37:
  %38 = phi i32 [ 0, %27 ], [ %111, %35 ]
  %39 = phi i32 [ -1, %27 ], [ %110, %35 ]
  %40 = icmp ne i32 %31, 0
  tail call void @llvm.assume(i1 %40)
  br label %41

41:
  %42 = phi i32 [ %38, %37 ], [ %55, %41 ]
  %43 = phi i32 [ %39, %37 ], [ %54, %41 ]
  %44 = phi i32 [ 0, %37 ], [ %56, %41 ]
  %45 = zext nneg i32 %42 to i64
  %46 = getelementptr i8, ptr %30, i64 %45
  %47 = load i8, ptr %46, align 1, !tbaa !13
  %48 = trunc i32 %43 to i8
  %49 = xor i8 %47, %48
  %50 = zext i8 %49 to i64
  %51 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ11crc32_tableE5table to ptr), i64 %50
  %52 = load i32, ptr %51, align 4, !tbaa !6
  %53 = lshr i32 %43, 8
  %54 = xor i32 %52, %53
  %55 = add nuw nsw i32 %42, 1
  %56 = add i32 %44, 1
  %57 = icmp eq i32 %56, %31
  br i1 %57, label %58, label %41, !llvm.loop !14

58:
  %59 = phi i32 [ %110, %35 ], [ %54, %41 ]
  %60 = xor i32 %59, -1
  br label %61

61:
  %62 = phi i32 [ %60, %58 ], [ 0, %24 ]
  %63 = getelementptr inbounds i32, ptr %2, i64 %26
  store i32 %62, ptr %63, align 4, !tbaa !6
  br label %114

64:
  %65 = phi i32 [ 0, %33 ], [ %111, %64 ]
  %66 = phi i32 [ -1, %33 ], [ %110, %64 ]
  %67 = phi i32 [ 0, %33 ], [ %112, %64 ]
  %68 = zext nneg i32 %65 to i64
  %69 = getelementptr i8, ptr %30, i64 %68
  %70 = load i8, ptr %69, align 1, !tbaa !13
  %71 = trunc i32 %66 to i8
  %72 = xor i8 %70, %71
  %73 = zext i8 %72 to i64
  %74 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ11crc32_tableE5table to ptr), i64 %73
  %75 = load i32, ptr %74, align 4, !tbaa !6
  %76 = lshr i32 %66, 8
  %77 = xor i32 %75, %76
  %78 = zext nneg i32 %65 to i64
  %79 = getelementptr i8, ptr %30, i64 %78
  %80 = getelementptr i8, ptr %79, i64 1
  %81 = load i8, ptr %80, align 1, !tbaa !13
  %82 = trunc i32 %77 to i8
  %83 = xor i8 %81, %82
  %84 = zext i8 %83 to i64
  %85 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ11crc32_tableE5table to ptr), i64 %84
  %86 = load i32, ptr %85, align 4, !tbaa !6
  %87 = lshr i32 %77, 8
  %88 = xor i32 %86, %87
  %89 = zext nneg i32 %65 to i64
  %90 = getelementptr i8, ptr %30, i64 %89
  %91 = getelementptr i8, ptr %90, i64 2
  %92 = load i8, ptr %91, align 1, !tbaa !13
  %93 = trunc i32 %88 to i8
  %94 = xor i8 %92, %93
  %95 = zext i8 %94 to i64
  %96 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ11crc32_tableE5table to ptr), i64 %95
  %97 = load i32, ptr %96, align 4, !tbaa !6
  %98 = lshr i32 %88, 8
  %99 = xor i32 %97, %98
  %100 = zext nneg i32 %65 to i64
  %101 = getelementptr i8, ptr %30, i64 %100
  %102 = getelementptr i8, ptr %101, i64 3
  %103 = load i8, ptr %102, align 1, !tbaa !13
  %104 = trunc i32 %99 to i8
  %105 = xor i8 %103, %104
  %106 = zext i8 %105 to i64
  %107 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ11crc32_tableE5table to ptr), i64 %106
  %108 = load i32, ptr %107, align 4, !tbaa !6
  %109 = lshr i32 %99, 8
  %110 = xor i32 %108, %109
  %111 = add nuw nsw i32 %65, 4
  %112 = add i32 %67, 4
  %113 = icmp eq i32 %112, %34
  br i1 %113, label %35, label %64, !llvm.loop !16

114:
  ret void
}

declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32) #1

define dso_local ptx_kernel void @crc32_bits(ptr noundef readonly captures(none) %0, i32 noundef %1, ptr noundef writeonly captures(none) %2, i32 noundef %3) local_unnamed_addr #2 {
  %5 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %6 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %7 = mul i32 %5, %6
  %8 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %9 = add i32 %7, %8
  %10 = icmp slt i32 %9, %3
  br i1 %10, label %11, label %68

11:
  %12 = icmp sgt i32 %1, 0
  %13 = sext i32 %9 to i64
  br i1 %12, label %14, label %20

14:
  %15 = zext nneg i32 %1 to i64
  %16 = mul nsw i64 %15, %13
  %17 = getelementptr i8, ptr %0, i64 %16
  br label %23

18:
  %19 = xor i32 %65, -1
  br label %20

20:
  %21 = phi i32 [ %19, %18 ], [ 0, %11 ]
  %22 = getelementptr inbounds i32, ptr %2, i64 %13
  store i32 %21, ptr %22, align 4, !tbaa !6
  br label %68

23:
  %24 = phi i32 [ 0, %14 ], [ %66, %23 ]
  %25 = phi i32 [ -1, %14 ], [ %65, %23 ]
  %26 = zext nneg i32 %24 to i64
  %27 = getelementptr i8, ptr %17, i64 %26
  %28 = load i8, ptr %27, align 1, !tbaa !13
  %29 = zext i8 %28 to i32
  %30 = xor i32 %25, %29
  %31 = lshr i32 %30, 1
  %32 = and i32 %30, 1
  %33 = icmp eq i32 %32, 0
  %34 = select i1 %33, i32 0, i32 -306674912
  %35 = xor i32 %34, %31
  %36 = lshr i32 %35, 1
  %37 = and i32 %30, 2
  %38 = icmp eq i32 %37, 0
  %39 = select i1 %38, i32 0, i32 -306674912
  %40 = xor i32 %39, %36
  %41 = lshr i32 %40, 6
  %42 = and i32 %30, 4
  %43 = icmp eq i32 %42, 0
  %44 = select i1 %43, i32 0, i32 124634137
  %45 = xor i32 %44, %41
  %46 = and i32 %30, 8
  %47 = icmp eq i32 %46, 0
  %48 = select i1 %47, i32 0, i32 249268274
  %49 = xor i32 %48, %45
  %50 = and i32 %30, 16
  %51 = icmp eq i32 %50, 0
  %52 = select i1 %51, i32 0, i32 498536548
  %53 = xor i32 %52, %49
  %54 = and i32 %30, 32
  %55 = icmp eq i32 %54, 0
  %56 = select i1 %55, i32 0, i32 997073096
  %57 = xor i32 %56, %53
  %58 = and i32 %35, 32
  %59 = icmp eq i32 %58, 0
  %60 = select i1 %59, i32 0, i32 1994146192
  %61 = xor i32 %60, %57
  %62 = and i32 %40, 32
  %63 = icmp eq i32 %62, 0
  %64 = select i1 %63, i32 0, i32 -306674912
  %65 = xor i32 %64, %61
  %66 = add nuw nsw i32 %24, 1
  %67 = icmp eq i32 %66, %1
  br i1 %67, label %18, label %23, !llvm.loop !17

68:
  ret void
}

define dso_local ptx_kernel void @crc16_bits(ptr noundef readonly captures(none) %0, i32 noundef %1, ptr noundef writeonly captures(none) %2, i32 noundef %3) local_unnamed_addr #2 {
  %5 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %6 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %7 = mul i32 %5, %6
  %8 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %9 = add i32 %7, %8
  %10 = icmp slt i32 %9, %3
  br i1 %10, label %11, label %103

11:
  %12 = icmp sgt i32 %1, 0
  %13 = sext i32 %9 to i64
  br i1 %12, label %14, label %46

14:
  %15 = zext nneg i32 %1 to i64
  %16 = mul nsw i64 %15, %13
  %17 = getelementptr i8, ptr %0, i64 %16
  %18 = and i32 %1, 3
  %19 = icmp ult i32 %1, 4
  br i1 %19, label %24, label %20

20:
  %21 = and i32 %1, 2147483644
  br label %49

22:
  %23 = icmp eq i32 %18, 0
  br i1 %23, label %46, label %24

24:
  %25 = phi i32 [ 0, %14 ], [ %100, %22 ]
  %26 = phi i16 [ -1, %14 ], [ %99, %22 ]
  %27 = icmp ne i32 %18, 0
  tail call void @llvm.assume(i1 %27)
  br label %28

28:
  %29 = phi i32 [ %25, %24 ], [ %43, %28 ]
  %30 = phi i16 [ %26, %24 ], [ %42, %28 ]
  %31 = phi i32 [ 0, %24 ], [ %44, %28 ]
  %32 = zext nneg i32 %29 to i64
  %33 = getelementptr i8, ptr %17, i64 %32
  %34 = load i8, ptr %33, align 1, !tbaa !13
  %35 = shl i16 %30, 8
  %36 = lshr i16 %30, 8
  %37 = trunc nuw i16 %36 to i8
  %38 = xor i8 %34, %37
  %39 = zext i8 %38 to i64
  %40 = getelementptr inbounds nuw i16, ptr @.crctable1, i64 %39
  %41 = load i16, ptr %40, align 2
  %42 = xor i16 %35, %41
  %43 = add nuw nsw i32 %29, 1
  %44 = add i32 %31, 1
  %45 = icmp eq i32 %44, %18
  br i1 %45, label %46, label %28, !llvm.loop !18

46:
  %47 = phi i16 [ -1, %11 ], [ %99, %22 ], [ %42, %28 ]
  %48 = getelementptr inbounds i16, ptr %2, i64 %13
  store i16 %47, ptr %48, align 2, !tbaa !19
  br label %103

49:
  %50 = phi i32 [ 0, %20 ], [ %100, %49 ]
  %51 = phi i16 [ -1, %20 ], [ %99, %49 ]
  %52 = phi i32 [ 0, %20 ], [ %101, %49 ]
  %53 = zext nneg i32 %50 to i64
  %54 = getelementptr i8, ptr %17, i64 %53
  %55 = load i8, ptr %54, align 1, !tbaa !13
  %56 = shl i16 %51, 8
  %57 = lshr i16 %51, 8
  %58 = trunc nuw i16 %57 to i8
  %59 = xor i8 %55, %58
  %60 = zext i8 %59 to i64
  %61 = getelementptr inbounds nuw i16, ptr @.crctable1, i64 %60
  %62 = load i16, ptr %61, align 2
  %63 = xor i16 %56, %62
  %64 = zext nneg i32 %50 to i64
  %65 = getelementptr i8, ptr %17, i64 %64
  %66 = getelementptr i8, ptr %65, i64 1
  %67 = load i8, ptr %66, align 1, !tbaa !13
  %68 = shl i16 %62, 8
  %69 = lshr i16 %63, 8
  %70 = trunc nuw i16 %69 to i8
  %71 = xor i8 %67, %70
  %72 = zext i8 %71 to i64
  %73 = getelementptr inbounds nuw i16, ptr @.crctable1, i64 %72
  %74 = load i16, ptr %73, align 2
  %75 = xor i16 %68, %74
  %76 = zext nneg i32 %50 to i64
  %77 = getelementptr i8, ptr %17, i64 %76
  %78 = getelementptr i8, ptr %77, i64 2
  %79 = load i8, ptr %78, align 1, !tbaa !13
  %80 = shl i16 %74, 8
  %81 = lshr i16 %75, 8
  %82 = trunc nuw i16 %81 to i8
  %83 = xor i8 %79, %82
  %84 = zext i8 %83 to i64
  %85 = getelementptr inbounds nuw i16, ptr @.crctable1, i64 %84
  %86 = load i16, ptr %85, align 2
  %87 = xor i16 %80, %86
  %88 = zext nneg i32 %50 to i64
  %89 = getelementptr i8, ptr %17, i64 %88
  %90 = getelementptr i8, ptr %89, i64 3
  %91 = load i8, ptr %90, align 1, !tbaa !13
  %92 = shl i16 %86, 8
  %93 = lshr i16 %87, 8
  %94 = trunc nuw i16 %93 to i8
  %95 = xor i8 %91, %94
  %96 = zext i8 %95 to i64
  %97 = getelementptr inbounds nuw i16, ptr @.crctable1, i64 %96
  %98 = load i16, ptr %97, align 2
  %99 = xor i16 %92, %98
  %100 = add nuw nsw i32 %50, 4
  %101 = add i32 %52, 4
  %102 = icmp eq i32 %101, %21
  br i1 %102, label %22, label %49, !llvm.loop !21

103:
  ret void
}

declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #3

declare noundef range(i32 1, 1025) i32 @llvm.nvvm.read.ptx.sreg.ntid.x() #3

declare noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #3

declare void @llvm.assume(i1 noundef) #4

attributes #0 = { convergent mustprogress noinline norecurse nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" "uniform-work-group-size"="true" }
attributes #1 = { convergent nocallback nounwind }
attributes #2 = { mustprogress nofree noinline norecurse nosync nounwind memory(argmem: readwrite) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_75" "target-features"="+ptx88,+sm_75" "uniform-work-group-size"="true" }
attributes #3 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #4 = { nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: write) }

!llvm.module.flags = !{!0, !1, !2, !3}
!llvm.errno.tbaa = !{!6}
!nvvmir.version = !{!10}

!0 = !{i32 2, !"SDK Version", [2 x i32] [i32 12, i32 9]}
!1 = !{i32 1, !"wchar_size", i32 4}
!2 = !{i32 4, !"nvvm-reflect-ftz", i32 0}
!3 = !{i32 7, !"frame-pointer", i32 2}
!6 = !{!7, !7, i64 0}
!7 = !{!"int", !8, i64 0}
!8 = !{!"omnipotent char", !9, i64 0}
!9 = !{!"Simple C++ TBAA"}
!10 = !{i32 2, i32 0}
!11 = distinct !{!11, !12}
!12 = !{!"llvm.loop.mustprogress"}
!13 = !{!8, !8, i64 0}
!14 = distinct !{!14, !15}
!15 = !{!"llvm.loop.unroll.disable"}
!16 = distinct !{!16, !12}
!17 = distinct !{!17, !12}
!18 = distinct !{!18, !15}
!19 = !{!20, !20, i64 0}
!20 = !{!"short", !8, i64 0}
!21 = distinct !{!21, !12}
